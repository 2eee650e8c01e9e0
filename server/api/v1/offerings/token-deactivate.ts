import { z } from 'zod'
import { deactivateToken, deactivateTokenInput } from '#core/tokens/deactivate.ts'
import { defineOperation } from '../../../operation.ts'
import { idParams, secondPerson } from '../_responses.ts'

export default defineOperation({
  id: 'offerings.token_deactivate',
  method: 'post',
  path: '/offerings/{id}/token/deactivate',
  market: 'securities',
  summary: 'Deactivate a token',
  description:
    'For good, by two people: another person agrees with POST /v1/cases/{id}/decide. Nothing is issued or transferred afterwards. While anybody holds tokens it needs plan_sha256, of the plan by which they are redeemed.',
  permission: 'offerings.write',
  params: idParams('Offering id, off_…'),
  body: deactivateTokenInput,
  response: z.object({
    success: z.literal(true),
    object: z.literal('token_deactivation'),
    offering_id: z.string(),
    second_person: secondPerson,
  }),
  status: 200,
  errors: ['invalid_transition', 'conflict', 'already_exists'],
  examples: [
    {
      name: 'ask',
      summary: 'Everybody was paid back',
      request: { reason_code: 'fully_redeemed', note: 'All holders were paid back and their tokens burned.' },
      response: { success: true },
    },
  ],
  handler: ({ ctx, params, body }) => deactivateToken({ ctx, input: { ...params, ...body } }),
})
