/**
 * The credential as ERC-735 claims for the on-chain identities of ERC-3643 tokens. A claim names no wallet: it is made for
 * one identity contract, and its data are (uint48 expiresAt, uint32 statusIndex, bytes32 credentialHash) for a claim issuer
 * that knows expiry and revocation bits. One claim a level, so that tokens can ask for the one they need.
 */
import { decodeAbiParameters, encodeAbiParameters, isAddressEqual, keccak256, recoverMessageAddress, toHex } from 'viem'
import type { Attester } from './keys.ts'
import { type CredentialFacts, type CredentialRecord, credentialHash, LEVEL_NAMES, LEVEL_NUMBER, type Level } from './record.ts'
import { globalStatusIndex, splitStatusIndex } from './status-list.ts'
import type { Read } from './vc.ts'

type Hex = `0x${string}`

export type Claim = {
  /** The identity contract (ONCHAINID) the claim is made for. */
  identity: Hex
  /** uint256, decimal */
  topic: string
  level: Level
  /** 1: signature by key */
  scheme: 1
  /** The claim issuer contract. */
  issuer: Hex
  signature: Hex
  data: Hex
  uri: string
}

const DATA = [{ type: 'uint48' }, { type: 'uint32' }, { type: 'bytes32' }] as const
const SIGNED = [{ type: 'address' }, { type: 'uint256' }, { type: 'bytes' }] as const

/** The claim topic that says "verified to this level". */
export const topicOf = (level: Level): bigint => BigInt(keccak256(toHex(`sealwright.identity.${level}`)))

/** One claim for each level the credential includes, lowest first. Null for wallets without EVM identities. */
export async function issueClaims(
  attester: Attester,
  record: CredentialRecord,
  p: { identity: Hex; issuerContract: Hex; publicUrl: string },
): Promise<Claim[] | null> {
  if (record.wallet.family !== 'evm') return null
  const data = encodeAbiParameters(DATA, [
    record.expiresAt,
    globalStatusIndex(record.statusList, record.statusIndex),
    credentialHash(record),
  ])
  const levels = LEVEL_NAMES.filter((level) => LEVEL_NUMBER[level] <= LEVEL_NUMBER[record.level])
  return Promise.all(
    levels.map(async (level) => {
      const topic = topicOf(level)
      const signature = await attester.signMessage({ message: { raw: digest(p.identity, topic, data) } })
      return {
        identity: p.identity,
        topic: String(topic),
        level,
        scheme: 1,
        issuer: p.issuerContract,
        signature,
        data,
        uri: `${p.publicUrl.replace(/\/$/, '')}/c/${record.id}`,
      } as const
    }),
  )
}

const digest = (identity: Hex, topic: bigint, data: Hex): Hex => keccak256(encodeAbiParameters(SIGNED, [identity, topic, data]))

/** Reads a claim signed by one of these attesters. Whatever is wrong is a reason. */
export async function readClaim(claim: Claim, attesters: readonly Hex[]): Promise<Read<{ facts: CredentialFacts }>> {
  try {
    if (claim.data.length !== 2 + 96 * 2 || BigInt(claim.topic) !== topicOf(claim.level) || claim.scheme !== 1)
      return { ok: false, reason: 'malformed' }
    const signer = await recoverMessageAddress({
      message: { raw: digest(claim.identity, BigInt(claim.topic), claim.data) },
      signature: claim.signature,
    })
    if (!attesters.some((trusted) => isAddressEqual(trusted, signer))) return { ok: false, reason: 'issuer_not_trusted' }
    const [expiresAt, global, credentialHash] = decodeAbiParameters(DATA, claim.data)
    const { list, index } = splitStatusIndex(global)
    return { ok: true, facts: { credentialHash, level: claim.level, expiresAt, statusList: list, statusIndex: index } }
  } catch {
    return { ok: false, reason: 'malformed' }
  }
}
