import { hash } from 'node:crypto'
import { z } from 'zod'
import type { reserveStatements } from '#db/schema.ts'
import { RESERVE_TYPES } from '#engine/calculations/reserves.ts'
import { canonical, type Json } from '#engine/canonical.ts'

export type StatementRow = typeof reserveStatements.$inferSelect

export const statementAnswer = z.object({
  success: z.literal(true).optional(),
  id: z.string(),
  object: z.literal('reserve_statement'),
  token: z.string(),
  month: z.string(),
  version: z.number().int(),
  supersedes: z.string().nullable(),
  correction: z.string().nullable(),
  outstanding: z.string(),
  reserves: z.array(
    z.object({
      type: z.enum(RESERVE_TYPES),
      amount: z.string(),
      maturity_date: z.string().nullable(),
      remaining_days: z.number().int(),
      custodian_country: z.string(),
      encumbered: z.enum(['no', 'repo_liquidity', 'yes']),
      counted: z.boolean().meta({ description: 'Whether the rules let it cover the token' }),
    }),
  ),
  total: z.string(),
  counted: z.string(),
  ratio: z.string().nullable().meta({ description: '`counted` over `outstanding`, rounded down; null when nothing is outstanding' }),
  accountant: z.object({ name: z.string(), registration: z.string() }),
  certified_by: z.array(z.object({ name: z.string(), role: z.enum(['ceo', 'cfo']), signed_at: z.string() })),
  document_sha256: z.string(),
  document_url: z.string().nullable(),
  due_on: z.string(),
  late: z.boolean(),
  sha256: z.string().meta({ description: 'Of the statement in canonical JSON (RFC 8785), as the public receipt holds it' }),
  public_url: z.string(),
  created_at: z.string(),
})

/** One reserve asset as it is stated; `counted` says whether the rules let it cover the token. */
export type ReserveAsset = WireStatement['reserves'][number]
/** `late` is known to whoever knows its day. */
export type WireStatement = Omit<z.output<typeof statementAnswer>, 'late' | 'success'>

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
