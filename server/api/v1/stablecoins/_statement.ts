import { z } from 'zod'
import { RESERVE_TYPES } from '#engine/calculations/reserves.ts'

export const statement = z.object({
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
