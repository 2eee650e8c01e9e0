import { z } from 'zod'
import { ISSUANCE_STATUSES } from '#core/tokens/present.ts'
import { UNSIGNED_REASONS } from '#core/tokens/unsigned.ts'
import { decision } from '../_responses.ts'
import { unsignedTransaction } from '../_securities.ts'

/** An issuance as lists show it. */
export const issuance = z.object({
  success: z.literal(true),
  id: z.string(),
  object: z.literal('issuance'),
  status: z.enum(ISSUANCE_STATUSES),
  offering_id: z.string(),
  investor_id: z.string().nullable(),
  investment_id: z.string().nullable(),
  wallet_address: z.string(),
  quantity: z.string(),
  supply: z.object({ total: z.string(), issued: z.string(), remaining: z.string() }).meta({ description: 'Of the offering, as of now' }),
  reason: z.string(),
  chain: z.string(),
  standard: z.string(),
  authorization: z.looseObject({}).nullable(),
  unsigned_transaction: unsignedTransaction.meta({
    description:
      'While the mint waits to be signed; null otherwise. On Solana it lives about a minute: it comes with the issuance and is built anew for each reading of it, not in lists',
  }),
  unsigned_reason: z.enum(UNSIGNED_REASONS).nullable().meta({ description: 'Why there is no transaction to sign' }),
  transaction_hash: z.string().nullable(),
  explorer_url: z.string().nullable(),
  expires_at: z
    .string()
    .nullable()
    .meta({ description: 'Until when the hash of the mint must be reported; then the issuance fails and its units are free' }),
  failure: z
    .object({ code: z.enum(['not_reported', 'reverted', 'mismatch', 'dropped']), detail: z.string() })
    .nullable()
    .meta({ description: 'Why it failed' }),
  decision_id: z.string(),
  created_at: z.string(),
})

/** An issuance by itself, as its call and its reading answer it alike. */
export const wholeIssuance = issuance.extend({
  lots: z.array(z.object({ quantity: z.string(), lockup_until: z.string().nullable(), holding_period_rule: z.string().nullable() })),
  decision,
})
