/**
 * Short-lived permissions that a smart contract, or any server, can check by signature (EIP-712).
 * A permit says: this wallet may use this protocol at this level, for at most ten minutes.
 * An authorization says: this very issue or transfer of tokens was decided and allowed.
 */
import { isAddressEqual, keccak256, recoverTypedDataAddress, type TypedDataDefinition, toBytes } from 'viem'
import type { Attester } from './keys.ts'

type Hex = `0x${string}`

const PERMIT_MIN_SECONDS = 30
export const PERMIT_MAX_SECONDS = 600
/** The levels of the DeFi market, as contracts compare them. */
export const DEFI_LEVEL_NUMBER = { 'defi-basic': 1, 'defi-enhanced': 2, 'defi-institutional': 3 } as const
export type DefiLevel = keyof typeof DEFI_LEVEL_NUMBER

const PERMIT_TYPES = {
  Permit: [
    { name: 'wallet', type: 'address' },
    { name: 'protocol', type: 'address' },
    { name: 'level', type: 'uint8' },
    { name: 'expires', type: 'uint48' },
    { name: 'policy', type: 'bytes32' },
  ],
} as const
const AUTHORIZATION_TYPES = {
  Authorization: [
    { name: 'action', type: 'string' },
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'quantity', type: 'uint256' },
    { name: 'asset', type: 'bytes32' },
    { name: 'decision', type: 'bytes32' },
    { name: 'expires', type: 'uint48' },
  ],
} as const
const ZERO: Hex = '0x0000000000000000000000000000000000000000'

/** Names of any length (policies, offerings, decisions) as contracts hold them: keccak-256 of the UTF-8 text. */
export const nameHash = (name: string): Hex => keccak256(toBytes(name))

/** As it is handed out: whole JSON, to be passed to a contract or checked by `verifyPermit`. */
export interface Permit {
  domain: { name: 'SealwrightPermit'; version: '1'; chainId: number; verifyingContract: Hex }
  types: typeof PERMIT_TYPES
  primaryType: 'Permit'
  message: { wallet: Hex; protocol: Hex; level: number; expires: number; policy: Hex }
  signature: Hex
}

/**
 * Signs a permit for one wallet, chain and contract. `now` in seconds. Throws RangeError when the time asked for is
 * not between 30 and 600 seconds: a permit outlives a revocation, so it must be short.
 */
export async function signPermit(
  attester: Attester,
  p: { wallet: Hex; chainId: number; verifyingContract: Hex; level: DefiLevel; policy: string; now: number; ttlSeconds: number },
): Promise<Permit> {
  const expires = expiryOf(p.now, p.ttlSeconds)
  const message = {
    wallet: p.wallet,
    protocol: p.verifyingContract,
    level: DEFI_LEVEL_NUMBER[p.level],
    expires,
    policy: nameHash(p.policy),
  }
  const data = {
    domain: { name: 'SealwrightPermit', version: '1', chainId: p.chainId, verifyingContract: p.verifyingContract },
    types: PERMIT_TYPES,
    primaryType: 'Permit',
    message,
  } as const
  return { ...data, signature: await attester.signTypedData(data) }
}

/** The same judgement a contract makes, off chain. `null` means good. */
export async function verifyPermit(
  permit: Permit,
  expected: {
    attesters: readonly Hex[]
    wallet: Hex
    chainId: number
    verifyingContract: Hex
    minLevel: DefiLevel
    policy: string
    now: number
  },
): Promise<'expired' | 'too_long' | 'wrong_wallet' | 'wrong_contract' | 'wrong_policy' | 'level_too_low' | 'signature_invalid' | null> {
  const { domain, message } = permit
  if (!(expected.now < message.expires)) return 'expired'
  if (message.expires - expected.now > PERMIT_MAX_SECONDS) return 'too_long'
  if (!sameAddress(message.wallet, expected.wallet)) return 'wrong_wallet'
  if (
    domain.chainId !== expected.chainId ||
    !sameAddress(domain.verifyingContract, expected.verifyingContract) ||
    !sameAddress(message.protocol, expected.verifyingContract)
  )
    return 'wrong_contract'
  if (message.policy !== nameHash(expected.policy)) return 'wrong_policy'
  if (!(message.level >= DEFI_LEVEL_NUMBER[expected.minLevel])) return 'level_too_low'
  const data = {
    domain: { ...domain, name: 'SealwrightPermit', version: '1' },
    types: PERMIT_TYPES,
    primaryType: 'Permit',
    message,
  } as const
  return (await signedByOne(data, permit.signature, expected.attesters)) ? null : 'signature_invalid'
}

export interface Authorization {
  scheme: 'eip712'
  payload: {
    domain: { name: 'SealwrightAuthorization'; version: '1'; chainId: number; verifyingContract?: Hex }
    types: typeof AUTHORIZATION_TYPES
    primaryType: 'Authorization'
    /** `quantity` is a decimal string in the token's smallest unit. `from` is the zero address for an issue. */
    message: { action: 'issue' | 'transfer'; from: Hex; to: Hex; quantity: string; asset: Hex; decision: Hex; expires: number }
  }
  signature: Hex
  /** RFC 3339 */
  expires_at: string
}

/** Signs the permission to issue or transfer. `asset` and `decision` are ids and appear as `nameHash`. `from` is absent for an issue. */
export async function signAuthorization(
  attester: Attester,
  p: {
    chainId: number
    token?: Hex
    from?: Hex
    to: Hex
    quantity: bigint
    asset: string
    decision: string
    now: number
    ttlSeconds: number
  },
): Promise<Authorization> {
  const expires = expiryOf(p.now, p.ttlSeconds)
  const payload = {
    domain: { name: 'SealwrightAuthorization', version: '1', chainId: p.chainId, ...(p.token && { verifyingContract: p.token }) },
    types: AUTHORIZATION_TYPES,
    primaryType: 'Authorization',
    message: {
      action: p.from ? 'transfer' : 'issue',
      from: p.from ?? ZERO,
      to: p.to,
      quantity: String(p.quantity),
      asset: nameHash(p.asset),
      decision: nameHash(p.decision),
      expires,
    },
  } as const
  return {
    scheme: 'eip712',
    payload,
    signature: await attester.signTypedData(authorizationData(payload)),
    expires_at: new Date(expires * 1000).toISOString(),
  }
}

/** Whether one of these attesters signed this authorization and it still runs. `now` in seconds. */
export async function verifyAuthorization(
  authorization: Authorization,
  expected: { attesters: readonly Hex[]; now: number },
): Promise<boolean> {
  if (!(expected.now < authorization.payload.message.expires)) return false
  if (!/^\d{1,78}$/.test(authorization.payload.message.quantity)) return false
  return signedByOne(authorizationData(authorization.payload), authorization.signature, expected.attesters)
}

function authorizationData(payload: Authorization['payload']) {
  return { ...payload, types: AUTHORIZATION_TYPES, message: { ...payload.message, quantity: BigInt(payload.message.quantity) } } as const
}

function expiryOf(now: number, ttlSeconds: number): number {
  if (!Number.isInteger(ttlSeconds) || ttlSeconds < PERMIT_MIN_SECONDS || ttlSeconds > PERMIT_MAX_SECONDS) {
    throw new RangeError(`a permit lasts ${PERMIT_MIN_SECONDS} to ${PERMIT_MAX_SECONDS} seconds`)
  }
  return Math.floor(now) + ttlSeconds
}

async function signedByOne(data: TypedDataDefinition, signature: Hex, attesters: readonly Hex[]): Promise<boolean> {
  try {
    const signer = await recoverTypedDataAddress({ ...data, signature })
    return attesters.some((trusted) => isAddressEqual(trusted, signer))
  } catch {
    return false
  }
}

function sameAddress(a: Hex, b: Hex): boolean {
  return typeof a === 'string' && a.toLowerCase() === b.toLowerCase()
}
