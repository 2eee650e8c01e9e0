import { refuseException } from '#core/screening/exceptions/manage.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: refuseException,
  method: 'post',
  path: '/exceptions/{id}/refuse',
  market: 'stablecoins',
  summary: 'Refuse an exception',
  description: 'Ends a proposal without effect.',
  status: 200,
  errors: ['invalid_transition'],
  examples: [
    {
      name: 'not_enough',
      summary: 'Refuse what a colleague proposed',
      request: { note: 'The passport is missing.' },
      response: { success: true },
    },
  ],
})
