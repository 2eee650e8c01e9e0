import { z } from 'zod'
import { issueInput, issueTokens } from '#core/tokens/issue.ts'
import { UNSIGNED_REASONS } from '#core/tokens/unsigned.ts'
import { defineOperation } from '../../../operation.ts'
import { decision } from '../_responses.ts'

export default defineOperation({
  id: 'tokens.issue',
  method: 'post',
  path: '/tokens/issue',
  market: 'securities',
  summary: 'Authorise an issuance',
  description:
    'Checks that the holder may still receive the tokens, opens the lot with its lock-up, and gives the mint for the issuer to sign. No key here can mint. Its hash is to be reported within 24 hours; else the issuance fails and the units are free.',
  permission: 'tokens.issue',
  body: issueInput,
  response: z.object({
    success: z.literal(true),
    id: z.string(),
    object: z.literal('issuance'),
    status: z.enum(['authorized', 'submitted', 'confirmed', 'denied', 'failed']),
    offering_id: z.string(),
    investor_id: z.string().nullable(),
    wallet_address: z.string(),
    quantity: z.string(),
    supply: z.object({ total: z.string(), issued: z.string(), remaining: z.string() }),
    lots: z.array(z.object({ quantity: z.string(), lockup_until: z.string().nullable(), holding_period_rule: z.string().nullable() })),
    authorization: z.looseObject({}).nullable(),
    unsigned_transaction: z.looseObject({}).nullable(),
    unsigned_reason: z.enum(UNSIGNED_REASONS).nullable().meta({ description: 'Why there is no transaction to sign' }),
    transaction_hash: z.string().nullable(),
    expires_at: z
      .string()
      .nullable()
      .meta({ description: 'Until when the hash of the mint must be reported; then the issuance fails and its units are free' }),
    decision,
    created_at: z.string(),
  }),
  status: 201,
  errors: [
    'supply_exceeded',
    'investment_not_accepted',
    'already_issued',
    'offering_not_issuable',
    'conflict',
    'wallet_required',
    'standard_chain_mismatch',
    'conflicting_fields',
    'screening_unavailable',
  ],
  scenarios: ['3001', '3008', '2001'],
  examples: [
    {
      name: 'issue',
      summary: 'Issue to a wallet',
      request: { offering_id: 'off_…', wallet_address: '0x5ea15ea15ea15ea15ea15ea15ea15ea100003001', quantity: 500 },
      response: { success: true, status: 'authorized' },
    },
  ],
  handler: ({ ctx, body }) => issueTokens({ ctx, input: body }),
})
