/**
 * What others say of a wallet on a chain: attestations (EAS) and claims of its on-chain identity (ERC-735 as ONCHAINID has it). Read at the
 * newest final block, by the interfaces alone. What the data mean is for whoever trusts the issuer.
 */
import { type Client, decodeAbiParameters, encodeAbiParameters, keccak256, parseAbi, parseAbiParameters } from 'viem'
import { readContract } from 'viem/actions'
import type { Hex } from '../adapter.ts'
import type { FinalBlock } from './claims.ts'
import { isRefusal } from './client.ts'

const EAS = parseAbi([
  'struct Attestation { bytes32 uid; bytes32 schema; uint64 time; uint64 expirationTime; uint64 revocationTime; bytes32 refUID; address recipient; address attester; bool revocable; bytes data; }',
  'function getAttestation(bytes32 uid) view returns (Attestation)',
])
const IDENTITY = parseAbi([
  'function getClaim(bytes32 claimId) view returns (uint256 topic, uint256 scheme, address issuer, bytes signature, bytes data, string uri)',
])
const CLAIM_ISSUER = parseAbi([
  'function isClaimValid(address identity, uint256 topic, bytes signature, bytes data) view returns (bool)',
  'function isClaimRevoked(bytes signature) view returns (bool)',
])

export interface OnChainAttestation {
  uid: Hex
  schema: Hex
  attester: Hex
  recipient: Hex
  /** Seconds since 1970; 0 where it never ends, or was not taken back. */
  expirationTime: number
  revocationTime: number
  data: Hex
}

/** An attestation of an EAS contract; null where it knows none of that name. Throws what the RPC throws. */
export async function readAttestation(client: Client, block: FinalBlock, eas: Hex, uid: Hex): Promise<OnChainAttestation | null> {
  const read = await orNull(
    readContract(client, { address: eas, blockNumber: block.number, abi: EAS, functionName: 'getAttestation', args: [uid] }),
  )
  if (read?.uid !== uid) return null
  const { schema, attester, recipient, expirationTime, revocationTime, data } = read
  return { uid, schema, attester, recipient, expirationTime: Number(expirationTime), revocationTime: Number(revocationTime), data }
}

export interface OnChainClaim {
  topic: bigint
  issuer: Hex
  data: Hex
  /** What its issuer says of it now. */
  state: 'valid' | 'revoked' | 'invalid'
}

/** What a claim issuer says of an identity under a topic; null where the identity holds no such claim. */
export async function readIdentityClaim(
  client: Client,
  block: FinalBlock,
  identity: Hex,
  issuer: Hex,
  topic: bigint,
): Promise<OnChainClaim | null> {
  const at = { blockNumber: block.number } as const
  const claimId = keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [issuer, topic]))
  const held = await orNull(readContract(client, { ...at, address: identity, abi: IDENTITY, functionName: 'getClaim', args: [claimId] }))
  if (!held || held[0] !== topic || held[2].toLowerCase() !== issuer.toLowerCase()) return null
  const [, , , signature, data] = held
  const [valid, revoked] = await Promise.all([
    orNull(
      readContract(client, {
        ...{ ...at, address: issuer, abi: CLAIM_ISSUER },
        functionName: 'isClaimValid',
        args: [identity, topic, signature, data],
      }),
    ),
    orNull(readContract(client, { ...at, address: issuer, abi: CLAIM_ISSUER, functionName: 'isClaimRevoked', args: [signature] })),
  ])
  // An issuer that takes back in another way says so by `isClaimValid`.
  return { topic, issuer, data, state: revoked ? 'revoked' : valid ? 'valid' : 'invalid' }
}

/** Data as the issuer's schema names it; null where they are not made so. */
export function decodeFields(abi: string, data: Hex): Record<string, unknown> | null {
  try {
    const parameters = parseAbiParameters(abi)
    const values = decodeAbiParameters(parameters, data)
    return Object.fromEntries(parameters.map(({ name }, i) => [name ?? String(i), values[i]]))
  } catch {
    return null
  }
}

async function orNull<T>(question: Promise<T>): Promise<T | null> {
  try {
    return await question
  } catch (error) {
    if (isRefusal(error)) return null
    throw error
  }
}
