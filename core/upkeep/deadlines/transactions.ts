import { and, eq, inArray, lte } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { writeDue } from '#core/record/write-due.ts'
import { transactions } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'

const BATCH = 200
const WHY: Record<string, string> = {
  awaiting_counterparty: 'The counterparty did not answer in time.',
  approved: 'The approval was not used in time.',
}

/** Ends transactions whose counterparty did not answer within the deadline, and approvals that were not used in theirs. */
export async function expireTransactions(ctx: Ctx): Promise<number> {
  const due = inScope(
    transactions,
    ctx,
    and(inArray(transactions.status, ['awaiting_counterparty', 'approved']), lte(transactions.deadline, new Date(ctx.now))),
  )
  const ids = (await ctx.db.select({ id: transactions.id }).from(transactions).where(due).limit(BATCH)).map((row) => row.id)
  if (!ids.length) return 0
  return writeDue(ctx, async (tx) => {
    const rows = await tx
      .select()
      .from(transactions)
      .where(and(due, inArray(transactions.id, ids)))
      .orderBy(transactions.id)
      .for('update')
    if (!rows.length) return null
    for (const row of rows)
      await tx
        .update(transactions)
        .set({
          status: 'expired',
          deadline: null,
          timeline: [...row.timeline, { at: new Date(ctx.now).toISOString(), status: 'expired', actor: 'system', detail: WHY[row.status] }],
          updated_at: new Date(ctx.now),
        })
        .where(inScope(transactions, ctx, eq(transactions.id, row.id)))
    return {
      result: rows.length,
      audit: { action: 'transactions_expired', category: 'payment', details: { count: rows.length } },
      events: rows.flatMap((row) => {
        const resource = { type: 'transaction', id: row.id }
        const object = {
          id: row.id,
          market: row.market,
          type: row.type,
          status: 'expired',
          amount: row.amount,
          currency: row.currency,
          transaction_hash: row.transaction_hash,
        }
        return [
          { type: 'transaction.expired' as const, resource, object, previous: { status: row.status } },
          ...(row.status === 'awaiting_counterparty'
            ? [{ type: 'travel_rule.expired' as const, resource, object: { transaction_id: row.id, ...travelOf(row) } }]
            : []),
        ]
      }),
    }
  })
}

const travelOf = ({ travel_rule }: typeof transactions.$inferSelect) => ({
  regime: travel_rule?.regime ?? null,
  missing: travel_rule?.missing ?? [],
  code: travel_rule?.code ?? null,
})
