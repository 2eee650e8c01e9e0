/**
 * What a chain knows of credentials: who manages an on-chain identity, and which claims and attestations were taken back. Read at
 * the newest final block, so that no answer is undone. Interfaces only (ERC-734/735 as ONCHAINID has them, EAS, StatusClaimIssuer).
 */
import { type Client, encodeAbiParameters, encodeFunctionData, keccak256, parseAbi } from 'viem'
import { getBlock, readContract } from 'viem/actions'
import type { Hex } from '../adapter.ts'
import { isRefusal } from './client.ts'

const IDENTITY = parseAbi([
  'function keyHasPurpose(bytes32 key, uint256 purpose) view returns (bool)',
  'function removeClaim(bytes32 claimId) returns (bool)',
])
const STATUS_ISSUER = parseAbi([
  'function admin() view returns (address)',
  'function isRevoked(uint32 index) view returns (bool)',
  'function revokedBits(uint256 word) view returns (uint256)',
  'function setStatus(uint256[] words, uint256[] bits)',
])
const CLAIM_ISSUER = parseAbi([
  'function isClaimRevoked(bytes signature) view returns (bool)',
  'function revokeClaimBySignature(bytes signature)',
])
const EAS = parseAbi([
  'function getRevokeOffchain(address revoker, bytes32 data) view returns (uint64)',
  'function revokeOffchain(bytes32 data) returns (uint64)',
])
/** ERC-734: may do everything with the identity. */
const MANAGEMENT = 1n

export interface FinalBlock {
  number: bigint
  /** Seconds since 1970. */
  timestamp: bigint
}

export async function finalBlock(client: Client): Promise<FinalBlock> {
  const { number, timestamp } = await getBlock(client, { blockTag: 'finalized' })
  return { number: number!, timestamp }
}

/** The answer, or `no` when what stands there refuses, or nothing does. Throws what the RPC throws. */
async function orElse<T>(question: Promise<T>, no: T): Promise<T> {
  try {
    return await question
  } catch (error) {
    if (isRefusal(error)) return no
    throw error
  }
}

/** Whether the wallet's own key is a management key of the identity contract. */
export const managesIdentity = (client: Client, block: FinalBlock, identity: Hex, wallet: Hex): Promise<boolean> =>
  orElse(
    readContract(client, {
      address: identity,
      blockNumber: block.number,
      abi: IDENTITY,
      functionName: 'keyHasPurpose',
      args: [keccak256(encodeAbiParameters([{ type: 'address' }], [wallet])), MANAGEMENT],
    }),
    false,
  )

/** How a claim issuer takes claims back: by bits (`status`), by signature (`onchainid`), or not at all. */
export type IssuerKind = 'status' | 'onchainid'
export async function issuerKind(client: Client, block: FinalBlock, issuer: Hex): Promise<IssuerKind | null> {
  const at = { address: issuer, blockNumber: block.number } as const
  const bits = await orElse<boolean | null>(readContract(client, { ...at, abi: STATUS_ISSUER, functionName: 'isRevoked', args: [0] }), null)
  if (bits !== null) return 'status'
  const signed = await orElse<boolean | null>(
    readContract(client, { ...at, abi: CLAIM_ISSUER, functionName: 'isClaimRevoked', args: ['0x00'] }),
    null,
  )
  return signed === null ? null : 'onchainid'
}

export const isStatusSet = (client: Client, block: FinalBlock, issuer: Hex, index: number): Promise<boolean> =>
  readContract(client, { address: issuer, blockNumber: block.number, abi: STATUS_ISSUER, functionName: 'isRevoked', args: [index] })

export const isClaimRevoked = (client: Client, block: FinalBlock, issuer: Hex, signature: Hex): Promise<boolean> =>
  readContract(client, { address: issuer, blockNumber: block.number, abi: CLAIM_ISSUER, functionName: 'isClaimRevoked', args: [signature] })

export async function isRevokedOffchain(client: Client, block: FinalBlock, eas: Hex, revoker: Hex, uid: Hex): Promise<boolean> {
  const args = [revoker, uid] as const
  return (await readContract(client, { address: eas, blockNumber: block.number, abi: EAS, functionName: 'getRevokeOffchain', args })) > 0n
}

/** The newest word of a claim issuer's bits, and who may write it. */
export async function readWord(client: Client, issuer: Hex, word: bigint): Promise<{ admin: Hex; bits: bigint }> {
  const [admin, bits] = await Promise.all([
    readContract(client, { address: issuer, abi: STATUS_ISSUER, functionName: 'admin' }),
    readContract(client, { address: issuer, abi: STATUS_ISSUER, functionName: 'revokedBits', args: [word] }),
  ])
  return { admin, bits }
}

export const encodeSetStatus = (word: bigint, bits: bigint): Hex =>
  encodeFunctionData({ abi: STATUS_ISSUER, functionName: 'setStatus', args: [[word], [bits]] })

export const encodeRevokeClaim = (signature: Hex): Hex =>
  encodeFunctionData({ abi: CLAIM_ISSUER, functionName: 'revokeClaimBySignature', args: [signature] })

/** ONCHAINID names a claim by its issuer and topic. */
export function encodeRemoveClaim(issuer: Hex, topic: bigint): Hex {
  const claimId = keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [issuer, topic]))
  return encodeFunctionData({ abi: IDENTITY, functionName: 'removeClaim', args: [claimId] })
}

export const encodeRevokeOffchain = (uid: Hex): Hex => encodeFunctionData({ abi: EAS, functionName: 'revokeOffchain', args: [uid] })
