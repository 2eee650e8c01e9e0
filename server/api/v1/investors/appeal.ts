import { appealIdentity } from '#core/review/appeals/of-investor.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: appealIdentity,
  method: 'post',
  path: '/investors/{id}/appeal',
  market: 'securities',
  summary: 'Appeal against a rejected identity',
  description:
    'For the investor, once and within 30 days of the rejection. Others than who rejected answer, within 14 days. Upheld by two, the identity is pending again and the attempts begin anew: verify it once more.',
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
})
