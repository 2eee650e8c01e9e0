import { z } from 'zod'
import { reopenOffering, reopenOfferingInput } from '#core/offerings/reopen.ts'
import { defineOperation } from '../../../operation.ts'
import { idParams, secondPerson } from '../_responses.ts'

export default defineOperation({
  id: 'offerings.reopen',
  method: 'post',
  path: '/offerings/{id}/reopen',
  market: 'securities',
  summary: 'Open a closed offering again',
  description:
    'By two people: another person agrees with POST /v1/cases/{id}/decide, and every rule of an opening decides then. Possible for 30 days after it closed, while no later offering of yours has begun.',
  permission: 'offerings.write',
  params: idParams('Offering id, off_…'),
  body: reopenOfferingInput,
  response: z.object({
    success: z.literal(true),
    object: z.literal('offering_reopening'),
    offering_id: z.string(),
    second_person: secondPerson,
  }),
  status: 200,
  errors: ['invalid_transition', 'already_exists'],
  examples: [
    {
      name: 'ask',
      summary: 'It was closed by mistake',
      request: { reason_code: 'closed_by_mistake', note: 'The round was meant to run to the end of the month.' },
      response: { success: true },
    },
  ],
  handler: ({ ctx, params, body }) => reopenOffering({ ctx, input: { ...params, ...body } }),
})
