import { keccak_256 } from '@noble/hashes/sha3.js'
import { recoverPublicKey } from '@noble/secp256k1'
import { DEFI_LEVEL_NUMBER, type DefiLevel, PERMIT_MAX_SECONDS } from '../permit.ts'
import { concat, fromHex, isJsonObject, toHex, utf8 } from './bytes.ts'
import type { KnownIssuer } from './issuer.ts'
import { type ProblemCode, VerificationError } from './refusal.ts'

/** What the contract, or whoever asks in its place, expects of a permit. */
export interface PermitExpectation {
  /** The issuer, or the accounts that you trust to sign permits. */
  issuer: Pick<KnownIssuer, 'attesters'>
  wallet: string
  chainId: number
  verifyingContract: string
  /** At least this level; `defi-basic`. */
  level?: DefiLevel
  /** The name of the policy: `policy.name` of the answer, which is the name of the protocol. */
  policy: string
  now?: Date
}

/** What a permit says that was believed. */
export interface ProvenPermit {
  wallet: string
  chainId: number
  contract: string
  level: DefiLevel
  expiresAt: Date
  /** The account that signed it. */
  attester: string
}

interface Message {
  wallet: string
  protocol: string
  level: number
  expires: number
  policy: string
}

const ADDRESS = /^0x[0-9a-fA-F]{40}$/
const PERMIT_TYPE = 'Permit(address wallet,address protocol,uint8 level,uint48 expires,bytes32 policy)'
const DOMAIN_TYPE = 'EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)'
const HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

/** The same judgement that the contract makes, anywhere. Throws `VerificationError` with everything that speaks against the permit. */
export async function provePermit(permit: unknown, expected: PermitExpectation): Promise<ProvenPermit> {
  for (const address of [expected.wallet, expected.verifyingContract])
    if (!ADDRESS.test(address)) throw new TypeError(`${address} is no address of Ethereum.`)
  const read = readPermit(permit)
  if (!read) throw new VerificationError(['malformed'])
  const { message, chainId, contract } = read
  const now = (expected.now ?? new Date()).getTime() / 1000
  const problems: ProblemCode[] = []
  if (!(now < message.expires)) problems.push('expired')
  if (!(message.expires - now <= PERMIT_MAX_SECONDS)) problems.push('too_long')
  if (!isSame(message.wallet, expected.wallet)) problems.push('wrong_wallet')
  const isHere = chainId === expected.chainId && [contract, message.protocol].every((one) => isSame(one, expected.verifyingContract))
  if (!isHere) problems.push('wrong_contract')
  if (!isSame(message.policy, `0x${toHex(keccak_256(utf8(expected.policy)))}`)) problems.push('wrong_policy')
  if (!(message.level >= DEFI_LEVEL_NUMBER[expected.level ?? 'defi-basic'])) problems.push('level_too_low')
  const signer = signerOf(hashOfPermit(read), read.signature)
  const attester = expected.issuer.attesters.find((one) => signer !== null && isSame(one, signer))
  if (!attester) problems.push('signature_invalid')
  const level = (Object.keys(DEFI_LEVEL_NUMBER) as DefiLevel[]).find((name) => DEFI_LEVEL_NUMBER[name] === message.level)
  if (!level) problems.push('malformed')
  if (problems.length > 0 || !attester || !level) throw new VerificationError(problems)
  return { wallet: message.wallet, chainId, contract, level, expiresAt: new Date(message.expires * 1000), attester }
}

const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

interface ReadPermit {
  chainId: number
  contract: string
  message: Message
  signature: string
}

function readPermit(permit: unknown): ReadPermit | null {
  const { domain, message, signature } = isJsonObject(permit) ? permit : {}
  if (!isJsonObject(domain) || !isJsonObject(message) || domain.name !== 'SealwrightPermit' || domain.version !== '1') return null
  const { chainId, verifyingContract: contract } = domain
  const { wallet, protocol, level, expires, policy } = message
  if (![contract, wallet, protocol].every((one) => typeof one === 'string' && ADDRESS.test(one))) return null
  if (![chainId, level, expires].every((one) => typeof one === 'number' && Number.isSafeInteger(one) && one >= 0)) return null
  if (typeof policy !== 'string' || !/^0x[0-9a-fA-F]{64}$/.test(policy)) return null
  if (typeof signature !== 'string' || !/^0x[0-9a-fA-F]{130}$/.test(signature)) return null
  return { chainId: chainId as number, contract: contract as string, message: message as unknown as Message, signature }
}

const word = (value: number | string): Uint8Array<ArrayBuffer> =>
  fromHex((typeof value === 'number' ? value.toString(16) : value.replace(/^0x/, '')).padStart(64, '0'))

/** EIP-712, of this one structure. */
function hashOfPermit({ chainId, contract, message }: ReadPermit): Uint8Array {
  const name = (text: string) => keccak_256(utf8(text))
  const domain = keccak_256(concat(name(DOMAIN_TYPE), name('SealwrightPermit'), name('1'), word(chainId), word(contract)))
  const { wallet, protocol, level, expires, policy } = message
  const struct = keccak_256(concat(name(PERMIT_TYPE), word(wallet), word(protocol), word(level), word(expires), word(policy)))
  return keccak_256(concat([0x19, 0x01], domain, struct))
}

/** The account that signed; null where no signature of one form is, as contracts take it: `s` in the lower half, `v` 27 or 28. */
function signerOf(hash: Uint8Array, signature: string): string | null {
  const bytes = fromHex(signature)
  const recovery = bytes[64]! - 27
  if ((recovery !== 0 && recovery !== 1) || BigInt(`0x${toHex(bytes.slice(32, 64))}`) > HALF_ORDER) return null
  try {
    const key = recoverPublicKey(concat([recovery], bytes.slice(0, 64)), hash, { prehash: false, isCompressed: false })
    return `0x${toHex(keccak_256(key.slice(1)).slice(12))}`
  } catch {
    return null
  }
}
