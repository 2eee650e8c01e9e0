import { getTransaction } from '#core/markets/transactions/get.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: getTransaction,
  method: 'get',
  path: '/transactions/{id}',
  market: 'stablecoins',
  summary: 'Read a transaction',
  description: 'A transaction with its timeline and events. With wait it answers when the status changes.',
  status: 200,
  errors: [],
  examples: [],
})
