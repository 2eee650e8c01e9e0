import { z } from 'zod'
import { COMPARED } from '#core/transactions/chain.ts'
import { decision } from '../_responses.ts'

const check = z.enum(['pass', 'fail', 'review', 'not_applicable'])

export const transaction = z.object({
  success: z.literal(true),
  id: z.string(),
  object: z.literal('transaction'),
  market: z.string(),
  type: z.string(),
  status: z.enum(['approved', 'denied', 'review', 'awaiting_counterparty', 'submitted', 'settled', 'failed', 'expired']),
  from_address: z.string().nullable(),
  to_address: z.string().nullable(),
  spender_address: z.string().nullable(),
  amount: z.string(),
  currency: z.string().nullable(),
  offering_id: z.string().nullable(),
  restriction_code: z.number().int(),
  restriction_message: z.string(),
  risk_score: z.number().int(),
  checks: z.object({ sanctions: check, identity: check, jurisdiction: check, limits: check, lockup: check, travel_rule: check }),
  travel_rule: z
    .object({
      required: z.boolean(),
      regime: z.string(),
      threshold: z.string(),
      status: z.string(),
      missing: z.array(z.string()),
      counterparty: z.string().nullable(),
      code: z.number().int().nullable(),
    })
    .nullable(),
  authorization: z.looseObject({}).nullable(),
  expires_at: z.string().nullable().meta({ description: 'Until when an approved transfer may be sent' }),
  transaction_hash: z.string().nullable(),
  on_chain: z.object({ confirmations: z.number().int(), block: z.number().int(), explorer_url: z.string().nullable() }).nullable(),
  confirmed_by: z
    .enum(['chain', 'caller'])
    .nullable()
    .meta({ description: 'Of a settled transfer: `chain` when a chain confirmed its hash, `caller` when only the caller says so' }),
  compared_on_chain: z.array(z.enum(COMPARED)).nullable().meta({
    description:
      'Of a transfer that a chain confirmed: what of it the chain could tell, and told the same. A currency without a known token there leaves out `token`; an amount in a currency that is no token, `amount`',
  }),
  decision,
  created_at: z.string(),
})

/** A transaction after a person's word on it, with the case that held it. */
export const decidedTransaction = transaction.extend({
  case: z.object({ id: z.string(), status: z.enum(['open', 'assigned', 'awaiting_info', 'awaiting_second', 'decided']) }).nullable(),
})
