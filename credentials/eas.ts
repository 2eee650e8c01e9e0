/**
 * The credential as an off-chain attestation of the Ethereum Attestation Service, version 2: EIP-712 typed data, no gas.
 * Any EAS software can check it. Only EVM wallets can be recipients.
 */
import {
  concatHex,
  decodeAbiParameters,
  encodeAbiParameters,
  encodePacked,
  isAddressEqual,
  keccak256,
  recoverTypedDataAddress,
  stringToHex,
  toHex,
  zeroAddress,
  zeroHash,
} from 'viem'
import type { Attester } from './keys.ts'
import { type CredentialFacts, type CredentialRecord, credentialHash, LEVEL_NUMBER, levelName } from './record.ts'
import type { Read } from './vc.ts'

type Hex = `0x${string}`

/** Nothing personal: level, the credential's hash, where its status bit is. */
const EAS_SCHEMA = 'uint8 level,bytes32 credentialHash,uint32 statusList,uint32 statusIndex'
/** The schema's id, as the registry computes it for a revocable schema without resolver. */
export const EAS_SCHEMA_UID: Hex = keccak256(encodePacked(['string', 'address', 'bool'], [EAS_SCHEMA, zeroAddress, true]))

/** The EAS contract whose name the signature carries. Off-chain signing needs no connection to it. */
export interface EasDeployment {
  chainId: number
  contract: Hex
  version: string
}
/** Deployments by chain id, from the project's own list. */
export const EAS_DEPLOYMENTS: Record<number, EasDeployment> = {
  1: { chainId: 1, contract: '0xA1207F3BBa224E2c9c3c6D5aF63D0eb1582Ce587', version: '0.26' },
  137: { chainId: 137, contract: '0x5E634ef5355f45A855d02D66eCD687b1502AF790', version: '1.3.0' },
  11155111: { chainId: 11155111, contract: '0xC2679fBD37d54388Ce493F1DB75320D236e1815e', version: '0.26' },
}

const TYPES = {
  Attest: [
    { name: 'version', type: 'uint16' },
    { name: 'schema', type: 'bytes32' },
    { name: 'recipient', type: 'address' },
    { name: 'time', type: 'uint64' },
    { name: 'expirationTime', type: 'uint64' },
    { name: 'revocable', type: 'bool' },
    { name: 'refUID', type: 'bytes32' },
    { name: 'data', type: 'bytes' },
    { name: 'salt', type: 'bytes32' },
  ],
} as const
const DATA = [{ type: 'uint8' }, { type: 'bytes32' }, { type: 'uint32' }, { type: 'uint32' }] as const

/** As EAS tools exchange it: whole numbers that may be large are decimal strings. */
export type EasAttestation = {
  signer: Hex
  sig: {
    version: 2
    uid: Hex
    domain: { name: 'EAS Attestation'; version: string; chainId: string; verifyingContract: Hex }
    primaryType: 'Attest'
    types: typeof TYPES
    message: {
      version: 2
      schema: Hex
      recipient: Hex
      time: string
      expirationTime: string
      revocable: boolean
      refUID: Hex
      data: Hex
      salt: Hex
    }
    signature: { v: number; r: Hex; s: Hex }
  }
}

/** Null for wallets that EAS cannot name. The same record gives the same bytes. */
export async function issueEas(attester: Attester, deployment: EasDeployment, record: CredentialRecord): Promise<EasAttestation | null> {
  if (record.wallet.family !== 'evm') return null
  const hashed = credentialHash(record)
  const message = {
    version: 2,
    schema: EAS_SCHEMA_UID,
    recipient: record.wallet.address as Hex,
    time: String(record.issuedAt),
    expirationTime: String(record.expiresAt),
    revocable: true,
    refUID: zeroHash,
    data: encodeAbiParameters(DATA, [LEVEL_NUMBER[record.level], hashed, record.statusList, record.statusIndex]),
    salt: keccak256(concatHex([toHex('eas-salt'), hashed])),
  } as const
  const domain = {
    name: 'EAS Attestation',
    version: deployment.version,
    chainId: String(deployment.chainId),
    verifyingContract: deployment.contract,
  } as const
  const signature = await attester.signTypedData(typed({ domain, message }))
  const sig = {
    version: 2,
    uid: uidOf(message),
    domain,
    primaryType: 'Attest',
    types: TYPES,
    message,
    signature: splitSignature(signature),
  } as const
  return { signer: attester.address, sig }
}

/** Reads an attestation by one of these attesters. Throws nothing: whatever is wrong is a reason. */
export async function readEas(attestation: EasAttestation, attesters: readonly Hex[]): Promise<Read<{ facts: CredentialFacts }>> {
  try {
    const { message, domain, signature, uid } = attestation.sig
    if (message.schema !== EAS_SCHEMA_UID || message.version !== 2 || uidOf(message) !== uid) return { ok: false, reason: 'malformed' }
    const { r, s, v } = signature
    const joined = concatHex([r, s, toHex(v, { size: 1 })])
    const signer = await recoverTypedDataAddress({ ...typed({ domain, message }), signature: joined })
    if (!isAddressEqual(signer, attestation.signer)) return { ok: false, reason: 'signature_invalid' }
    if (!attesters.some((trusted) => isAddressEqual(trusted, signer))) return { ok: false, reason: 'issuer_not_trusted' }
    const [number, credentialHash, statusList, statusIndex] = decodeAbiParameters(DATA, message.data)
    const level = levelName(number)
    if (!level) return { ok: false, reason: 'malformed' }
    const subject = `did:pkh:eip155:1:${message.recipient}`
    return {
      ok: true,
      facts: {
        credentialHash,
        level,
        statusList,
        statusIndex,
        subject,
        issuedAt: Number(message.time),
        expiresAt: Number(message.expirationTime),
      },
    }
  } catch {
    return { ok: false, reason: 'malformed' }
  }
}

function typed({ domain, message }: Pick<EasAttestation['sig'], 'domain' | 'message'>) {
  return {
    domain: { ...domain, chainId: Number(domain.chainId) },
    types: TYPES,
    primaryType: 'Attest' as const,
    message: { ...message, time: BigInt(message.time), expirationTime: BigInt(message.expirationTime) },
  }
}

/** The attestation's id as EAS computes it for version 2. The schema goes in as text, a quirk of that format. */
function uidOf(m: EasAttestation['sig']['message']): Hex {
  return keccak256(
    encodePacked(
      ['uint16', 'bytes', 'address', 'address', 'uint64', 'uint64', 'bool', 'bytes32', 'bytes', 'bytes32', 'uint32'],
      [
        2,
        stringToHex(m.schema),
        m.recipient,
        zeroAddress,
        BigInt(m.time),
        BigInt(m.expirationTime),
        m.revocable,
        m.refUID,
        m.data,
        m.salt,
        0,
      ],
    ),
  )
}

function splitSignature(signature: Hex): { v: number; r: Hex; s: Hex } {
  return { r: signature.slice(0, 66) as Hex, s: `0x${signature.slice(66, 130)}`, v: Number.parseInt(signature.slice(130), 16) }
}
