import { recordContraryKnowledge } from '#core/securities/investors/contrary-knowledge.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: recordContraryKnowledge,
  method: 'post',
  path: '/investors/{id}/contrary-knowledge',
  market: 'securities',
  summary: 'Record knowledge against an accreditation',
  description:
    'Something is known that speaks against it: the accreditation is pending again, an earlier verification or a minimum investment no longer carries it until evidence was looked at anew, and pending investments under Rule 506(c) go to review. One person is enough.',
  status: 200,
  errors: ['invalid_transition'],
  examples: [
    {
      name: 'income',
      summary: 'The income was another one',
      request: { reason_code: 'income_differs', note: 'The tax office states half of the income shown.' },
      response: { success: true, second_person: null },
    },
  ],
})
