import { z } from 'zod'
import { getTransaction } from '#core/transactions/get.ts'
import { defineOperation } from '../../../operation.ts'
import { idParams } from '../_responses.ts'
import { transaction } from './_shape.ts'

export default defineOperation({
  id: 'transactions.get',
  method: 'get',
  path: '/transactions/{id}',
  market: 'stablecoins',
  summary: 'Read a transaction',
  description: 'A transaction with its timeline and events. With wait it answers when the status changes.',
  permission: 'transactions.read',
  params: idParams('Transaction id, txn_…'),
  query: z.strictObject({ wait: z.coerce.number().int().min(1).max(25).optional().meta({ description: 'Seconds to wait for a change' }) }),
  response: transaction.extend({
    timeline: z.array(z.looseObject({})),
    events: z.array(z.looseObject({ id: z.string(), type: z.string() })),
  }),
  status: 200,
  errors: [],
  examples: [],
  handler: ({ ctx, params, query }) => getTransaction({ ctx, input: { ...params, ...query } }),
})
