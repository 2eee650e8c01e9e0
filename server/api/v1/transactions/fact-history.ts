import { readTransactionHistory } from '#core/markets/transactions/fact-history.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: readTransactionHistory,
  method: 'get',
  path: '/transactions/{id}/facts/history',
  market: 'stablecoins',
  summary: 'Read the history of a transaction’s facts',
  description:
    'Every word on what was said of a transfer, payment or sale, or on one fact of it. Each with who said it, as what, and when, the newest first; null where it was taken back. At most 100.',
  status: 200,
  errors: [],
  examples: [],
})
