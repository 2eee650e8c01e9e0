import { z } from 'zod'
import { appealIdentity, appealIdentityInput } from '#core/review/appeals/of-investor.ts'
import { defineOperation } from '../../../operation.ts'
import { idParams } from '../_responses.ts'

export default defineOperation({
  id: 'investors.appeal',
  method: 'post',
  path: '/investors/{id}/appeal',
  market: 'securities',
  summary: 'Appeal against a rejected identity',
  description:
    'For the investor, once and within 30 days of the rejection. Others than who rejected answer, within 14 days. Upheld by two, the identity is pending again and the attempts begin anew: verify it once more.',
  permission: 'investors.write',
  params: idParams('Investor id, inv_…'),
  body: appealIdentityInput,
  response: z.object({
    success: z.literal(true),
    object: z.literal('appeal'),
    id: z.string(),
    case_id: z.string(),
    status: z.enum(['in_review', 'upheld', 'refused']),
    organization: z.string(),
    environment: z.string(),
    market: z.string(),
    reason_classes: z.array(z.string()),
    opened_at: z.string(),
    answer_by: z.string(),
    decided_at: z.string().nullable(),
  }),
  status: 201,
  errors: ['invalid_transition'],
  examples: [
    {
      name: 'statement',
      summary: 'The investor says why it is wrong',
      request: { statement: 'The passport shown is mine; the name on it is the one before my marriage.' },
      response: { success: true, status: 'in_review' },
    },
  ],
  handler: ({ ctx, params, body }) => appealIdentity({ ctx, input: { ...params, ...body } }),
})
