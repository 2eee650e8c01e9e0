import { z } from 'zod'
import { confirmInput, confirmIssuance } from '#core/tokens/confirm.ts'
import { defineOperation } from '../../../operation.ts'
import { idParams } from '../_responses.ts'

export default defineOperation({
  id: 'tokens.confirm',
  method: 'post',
  path: '/tokens/issue/{id}/confirm',
  market: 'securities',
  summary: 'Report a mint',
  description:
    'Records the transaction hash of the mint that the issuer signed. In production it stays submitted until the chain, where one is configured, has confirmed it; events tell.',
  permission: 'tokens.issue',
  params: idParams('Issuance id, iss_…'),
  body: confirmInput,
  response: z.object({
    success: z.literal(true),
    id: z.string(),
    object: z.literal('issuance'),
    status: z.enum(['submitted', 'confirmed']),
    transaction_hash: z.string(),
    confirmed_by: z
      .enum(['caller'])
      .nullable()
      .meta({ description: '`caller` when no chain is asked and the report alone counts; null while a chain has still to confirm it' }),
  }),
  status: 200,
  errors: ['invalid_transition', 'duplicate_transaction_hash'],
  examples: [
    {
      name: 'sent',
      summary: 'Report the hash of the transaction',
      request: { transaction_hash: `0x${'a1'.repeat(32)}` },
      response: { success: true },
    },
  ],
  handler: ({ ctx, params, body }) => confirmIssuance({ ctx, input: { ...params, ...body } }),
})
