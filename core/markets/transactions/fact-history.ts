import { notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { factHistory, historyQuery, wordsOn } from '#core/record/facts/history.ts'
import { defineVerb } from '#core/record/verb.ts'
import { homeOf } from '#core/sources/fixtures.ts'
import { transactions } from '#db/schema.ts'
import { findScoped } from '#db/scoped.ts'

/** Every word on the facts of one transfer, payment or sale, the newest first; at most 100. Throws `not_found`. */
export const readTransactionHistory = defineVerb({
  name: 'transactions.fact_history',
  permission: 'transactions.read',
  input: byId('Transaction id, txn_…').extend(historyQuery.shape),
  output: factHistory,
  run: async ({ ctx: caller, input: { id, fact } }) => {
    const ctx = await homeOf(caller, id)
    if (!(await findScoped(ctx.db, transactions, ctx, id))) throw notFound()
    return wordsOn(ctx.db, ctx, { object: 'transaction', id }, fact)
  },
})
