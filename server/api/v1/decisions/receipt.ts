import { z } from 'zod'
import { decisionReceipt } from '#core/decisions/receipt.ts'
import { defineOperation } from '../../../operation.ts'
import { idParams } from '../_responses.ts'

export default defineOperation({
  id: 'decisions.receipt',
  method: 'get',
  path: '/decisions/{id}/receipt',
  market: 'platform',
  summary: 'Get a decision receipt',
  description:
    'Proof that the decision stands in the public log: its entry, an inclusion proof and a signed checkpoint. Anyone can check it offline.',
  permission: 'decisions.read',
  params: idParams('Id'),
  response: z.object({
    success: z.literal(true),
    object: z.literal('receipt'),
    decision_id: z.string(),
    verifier_key: z.string(),
    receipt: z.looseObject({ type: z.string() }),
  }),
  status: 200,
  errors: [],
  examples: [],
  etag: true,
  handler: ({ ctx, params }) => decisionReceipt({ ctx, input: params }),
})
