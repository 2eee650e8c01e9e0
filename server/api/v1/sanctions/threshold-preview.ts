import { previewThreshold } from '#core/screening/screenings/preview-threshold.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: previewThreshold,
  method: 'post',
  path: '/sanctions/threshold-preview',
  market: 'stablecoins',
  summary: 'Try another threshold',
  description:
    'What another threshold would make of your newest checks: they are screened again against the lists now in force, and nothing is changed.',
  idempotent: false,
  status: 200,
  errors: ['screening_unavailable'],
  examples: [
    {
      name: 'last_thousand',
      summary: 'The last thousand checks at another threshold',
      request: { threshold: 0.9, last: 1000 },
      response: { success: true },
    },
  ],
})
