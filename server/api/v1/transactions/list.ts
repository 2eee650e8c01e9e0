import { listTransactions } from '#core/markets/transactions/list.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: listTransactions,
  method: 'get',
  path: '/transactions',
  market: 'stablecoins',
  summary: 'List transactions',
  description: 'Transactions of every market, newest first. status=review are those that wait for a person.',
  status: 200,
  errors: ['invalid_cursor'],
  examples: [],
})
