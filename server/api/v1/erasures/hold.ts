import { holdErasure } from '#core/review/erasure/acts.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: holdErasure,
  method: 'post',
  path: '/erasures/{id}/hold',
  market: 'platform',
  summary: 'Hold an erasure',
  description:
    'Places a legal hold on what is restricted of a person: nothing of it is erased until the hold is released. It only stops, so one person is enough.',
  status: 200,
  errors: ['not_found', 'invalid_transition'],
  examples: [
    {
      name: 'act',
      summary: 'A lawsuit begins',
      request: { legal_hold: 'S.D.N.Y. 26-cv-1234', hold_reason: 'legal_claim', reason_code: 'litigation' },
      response: { success: true },
    },
  ],
})
