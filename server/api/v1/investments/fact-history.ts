import { readInvestmentHistory } from '#core/securities/issuer/fact-history.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: readInvestmentHistory,
  method: 'get',
  path: '/investments/{id}/facts/history',
  market: 'securities',
  summary: 'Read the history of an investment’s facts',
  description:
    'Every word on what was said of a sale, or on one fact of it. Each with who said it, as what, and when, the newest first; null where it was taken back. At most 100.',
  status: 200,
  errors: [],
  examples: [],
})
