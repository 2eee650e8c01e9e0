import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { listOf } from '#core/kernel/answers.ts'
import { walletAddress } from '#core/kernel/fields.ts'
import { createdBetween, createdQuery, decodeCursor, newestFirst, olderThan, pageOf, pageQuery, placeOf } from '#core/kernel/pagination.ts'
import { presentDecision } from '#core/record/decisions/present.ts'
import { defineVerb } from '#core/record/verb.ts'
import { decisions, transactions } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { transactionsFor } from './for-reader.ts'
import { presentTransaction, transactionAnswer } from './present.ts'
import { RESTRICTIONS } from './restrictions.ts'

export const TRANSACTION_STATUSES = [
  'approved',
  'denied',
  'review',
  'awaiting_counterparty',
  'submitted',
  'settled',
  'failed',
  'expired',
] as const

const listTransactionsQuery = z.strictObject({
  ...pageQuery,
  status: z.enum(TRANSACTION_STATUSES).optional(),
  market: z.enum(['securities', 'stablecoins', 'nfts', 'defi', 'gaming']).optional(),
  offering_id: z.string().max(100).optional(),
  from_address: walletAddress.optional(),
  to_address: walletAddress.optional(),
  ...createdQuery,
})

/** The tenant's transactions, newest first. */
export const listTransactions = defineVerb({
  name: 'transactions.list',
  permission: 'transactions.read',
  input: listTransactionsQuery,
  output: listOf(transactionAnswer),
  run: async ({ ctx, input }) => {
    const rows = await ctx.db
      .select({ row: transactions, decision: decisions })
      .from(transactions)
      .innerJoin(decisions, eq(decisions.id, transactions.decision_id))
      .where(
        inScope(
          transactions,
          ctx,
          and(
            input.status ? eq(transactions.status, input.status) : undefined,
            input.market ? eq(transactions.market, input.market) : undefined,
            input.offering_id ? eq(transactions.offering_id, input.offering_id) : undefined,
            input.from_address ? eq(transactions.from_address, input.from_address.canonical) : undefined,
            input.to_address ? eq(transactions.to_address, input.to_address.canonical) : undefined,
            ...createdBetween(transactions, input),
            olderThan(transactions, decodeCursor(ctx, 'transactions', input.cursor)),
          ),
        ),
      )
      .orderBy(...newestFirst(transactions))
      .limit(input.limit + 1)
    const options = { publicUrl: ctx.services.config.publicUrl, receipt: null, oneOfMany: true }
    const read = await transactionsFor(ctx, rows)
    const shown = read.map(({ row, result }, i) => ({
      row,
      view: presentTransaction(
        ctx,
        row,
        presentDecision(rows[i]!.decision, result, { ...options, said: row.facts_stated ?? {} }),
        RESTRICTIONS[row.restriction_code] ?? '',
        null,
      ),
    }))
    return {
      success: true as const,
      ...pageOf(
        ctx,
        'transactions',
        shown,
        input.limit,
        ({ view }) => view,
        ({ row }) => placeOf(row),
      ),
    }
  },
})
