import { z } from 'zod'
import { confirmInput, confirmIssuance } from '#core/tokens/issue.ts'
import { defineOperation } from '../../../operation.ts'
import { idParams } from '../_responses.ts'

export default defineOperation({
  id: 'tokens.confirm',
  method: 'post',
  path: '/tokens/issue/{id}/confirm',
  market: 'securities',
  summary: 'Report a mint',
  description: 'Records the transaction hash of the mint that the issuer signed.',
  permission: 'tokens.issue',
  params: idParams('Issuance id, iss_…'),
  body: confirmInput,
  response: z.object({
    success: z.literal(true),
    id: z.string(),
    object: z.literal('issuance'),
    status: z.string(),
    transaction_hash: z.string(),
  }),
  status: 200,
  errors: ['illegal_transition'],
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
