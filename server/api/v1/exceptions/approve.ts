import { approveException } from '#core/screening/exceptions/manage.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: approveException,
  method: 'post',
  path: '/exceptions/{id}/approve',
  market: 'stablecoins',
  summary: 'Approve an exception',
  description: 'By another person than the one who proposed it: a key counts as the person who made it.',
  status: 200,
  errors: ['invalid_transition', 'second_person_required'],
  examples: [
    {
      name: 'seen',
      summary: 'Approve what a colleague proposed',
      request: { note: 'I have seen the passport.' },
      response: { success: true },
    },
  ],
})
