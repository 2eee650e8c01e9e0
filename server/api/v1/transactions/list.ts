import { z } from 'zod'
import { listTransactions, listTransactionsQuery } from '#core/transactions/list.ts'
import { defineOperation } from '../../../operation.ts'
import { transaction } from './_shape.ts'

export default defineOperation({
  id: 'transactions.list',
  method: 'get',
  path: '/transactions',
  market: 'stablecoins',
  summary: 'List transactions',
  description: 'Transactions of every market, newest first. status=review are those that wait for a person.',
  permission: 'transactions.read',
  query: listTransactionsQuery,
  response: z.object({
    success: z.literal(true),
    data: z.array(transaction),
    has_more: z.boolean(),
    next_cursor: z.string().nullable(),
  }),
  status: 200,
  errors: ['invalid_cursor'],
  examples: [],
  handler: ({ ctx, query }) => listTransactions({ ctx, input: query }),
})
