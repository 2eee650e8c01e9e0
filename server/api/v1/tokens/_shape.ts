import { z } from 'zod'
import { ISSUANCE_STATUSES } from '#core/tokens/present.ts'
import { UNSIGNED_REASONS } from '#core/tokens/unsigned.ts'

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
  reason: z.string(),
  chain: z.string(),
  standard: z.string(),
  authorization: z.looseObject({}).nullable(),
  unsigned_transaction: z.looseObject({}).nullable().meta({ description: 'While the mint waits to be signed; null otherwise' }),
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
