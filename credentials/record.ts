import { hash } from 'node:crypto'
import type { Environment } from './keys.ts'

export type Level = 'basic' | 'enhanced' | 'accredited'
/** The order of levels: a higher one includes those below. */
export const LEVEL_NUMBER: Record<Level, 1 | 2 | 3> = { basic: 1, enhanced: 2, accredited: 3 }
export const LEVEL_NAMES = ['basic', 'enhanced', 'accredited'] as const
export const levelName = (number: number): Level | undefined => LEVEL_NAMES[number - 1]

/**
 * The one record every format is made from. Nothing personal: who the holder is stays with the issuer.
 * Times are whole seconds since 1970.
 */
export interface CredentialRecord {
  id: string
  environment: Environment
  wallet: { family: 'evm' | 'solana'; address: string }
  level: Level
  issuedAt: number
  expiresAt: number
  statusList: number
  statusIndex: number
  /** How the wallet's control was proven; null or absent while it is only asserted. Not part of the hash: it may come later. */
  control?: { method: string; provenAt: number; chainId?: number } | null
}

/** What can be read back from a format. A format that has no room for a fact leaves it out. */
export interface CredentialFacts {
  credentialHash: `0x${string}`
  level: Level
  expiresAt: number
  statusList: number
  statusIndex: number
  id?: string
  environment?: Environment
  /** did:pkh of the wallet. */
  subject?: string
  issuedAt?: number
}

const SOLANA_MAINNET = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

/** did:pkh of the record's wallet. */
export const subjectOf = (wallet: CredentialRecord['wallet']): string =>
  wallet.family === 'evm' ? `did:pkh:eip155:1:${wallet.address}` : `did:pkh:solana:${SOLANA_MAINNET}:${wallet.address}`

/**
 * The name of the credential in every format: SHA-256 over its facts in a fixed order, as `0x` and 64 hex digits.
 * The record's id holds 80 random bits, so the hash cannot be guessed from wallet and level.
 */
export function credentialHash(record: CredentialRecord): `0x${string}` {
  const facts = [
    'sealwright-credential/1',
    record.id,
    record.environment,
    subjectOf(record.wallet),
    record.level,
    seconds(record.issuedAt),
    seconds(record.expiresAt),
    record.statusList,
    record.statusIndex,
  ]
  return `0x${hash('sha256', JSON.stringify(facts))}`
}

function seconds(time: number): number {
  if (!Number.isSafeInteger(time) || time < 0 || time > 0xffffffffffff) throw new RangeError('times of a credential are whole seconds')
  return time
}

/** Everything a record says, as facts. */
export const factsOf = (record: CredentialRecord): CredentialFacts => ({
  credentialHash: credentialHash(record),
  level: record.level,
  expiresAt: record.expiresAt,
  statusList: record.statusList,
  statusIndex: record.statusIndex,
  id: record.id,
  environment: record.environment,
  subject: subjectOf(record.wallet),
  issuedAt: record.issuedAt,
})
