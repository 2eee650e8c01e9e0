import { reopenOffering } from '#core/securities/offerings/reopen.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: reopenOffering,
  method: 'post',
  path: '/offerings/{id}/reopen',
  market: 'securities',
  summary: 'Open a closed offering again',
  description:
    'By two people: another person agrees with POST /v1/cases/{id}/decide, and every rule of an opening decides then. Possible for 30 days after it closed, while no later offering of yours has begun.',
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
})
