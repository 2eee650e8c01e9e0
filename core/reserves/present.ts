import { hash } from 'node:crypto'
import type { reserveStatements } from '#db/schema.ts'
import type { RESERVE_TYPES } from '#engine/calculations/reserves.ts'
import { canonical, type Json } from '#engine/canonical.ts'

export type StatementRow = typeof reserveStatements.$inferSelect

/** One reserve asset as it is stated; `counted` says whether the rules let it cover the token. */
export interface ReserveAsset {
  type: (typeof RESERVE_TYPES)[number]
  amount: string
  maturity_date: string | null
  remaining_days: number
  custodian_country: string
  encumbered: 'no' | 'repo_liquidity' | 'yes'
  counted: boolean
}

export interface WireStatement {
  id: string
  object: 'reserve_statement'
  token: string
  month: string
  version: number
  supersedes: string | null
  correction: string | null
  outstanding: string
  reserves: ReserveAsset[]
  total: string
  counted: string
  ratio: string | null
  accountant: { name: string; registration: string }
  certified_by: { name: string; role: 'ceo' | 'cfo'; signed_at: string }[]
  document_sha256: string
  document_url: string | null
  due_on: string
  sha256: string
  public_url: string
  created_at: string
}

/** What `sha256` is the hash of, as canonical JSON, and what the log's entry vouches for. */
export const statementRecord = (row: Omit<StatementRow, 'sha256'>) => ({
  id: row.id,
  token: row.token,
  month: row.month,
  version: row.version,
  supersedes: row.supersedes,
  correction: row.correction,
  outstanding: row.outstanding,
  reserves: row.reserves as unknown as ReserveAsset[],
  total: row.total,
  counted: row.counted,
  ratio: row.ratio,
  accountant: row.accountant,
  certified_by: row.certified_by,
  document_sha256: row.document_sha256,
  document_url: row.document_url,
  due_on: row.due_on,
  created_at: row.created_at.toISOString(),
})

/** SHA-256 of the statement's canonical JSON, in hex. */
export const statementHash = (row: Omit<StatementRow, 'sha256'>): string =>
  hash('sha256', canonical(statementRecord(row) as unknown as Json))

export const presentStatement = (row: StatementRow, publicUrl: string): WireStatement => ({
  ...statementRecord(row),
  object: 'reserve_statement',
  sha256: row.sha256,
  public_url: `${publicUrl}/reserves/${row.id}`,
})
