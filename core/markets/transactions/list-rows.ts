import { and, eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Rows, readRows, rowsInput } from '#core/kernel/rows.ts'
import { toldCode } from '#core/record/decisions/present.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { decisions, transactions } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { transactionsFor } from './for-reader.ts'
import { TRANSACTION_STATUSES } from './list.ts'

/** What somebody still has to do something about. */
const WAITING = ['review', 'approved', 'submitted', 'awaiting_counterparty'] as const

const { created_at, amount, status } = transactions
const SORTS = { created_at, amount, status }

export const transactionRowsInput = z.strictObject({
  ...rowsInput(['created_at', 'amount', 'status']),
  offering_id: z.string().max(100).optional(),
  status: z.enum([...TRANSACTION_STATUSES, 'waiting']).optional(),
})

export interface TransactionRow {
  id: string
  type: string
  status: string
  from_address: string | null
  to_address: string | null
  amount: string
  restriction_code: number
  reason_codes: string[]
  decision_id: string
  /** The last thing that happened, in words. */
  detail: string | null
  transaction_hash: string | null
  created_at: string
}

/** Transfers as a table shows them; `waiting` is whatever is not finished. */
export const listTransactionRows = definePageVerb({
  name: 'transactions.list_rows',
  permission: 'transactions.read',
  input: transactionRowsInput,
  run: async ({ ctx, input }): Promise<Rows<TransactionRow>> => {
    const where = inScope(
      transactions,
      ctx,
      and(
        input.offering_id ? eq(transactions.offering_id, input.offering_id) : undefined,
        input.status === 'waiting'
          ? inArray(transactions.status, WAITING)
          : input.status
            ? eq(transactions.status, input.status)
            : undefined,
      ),
    )
    const found = await readRows(
      input,
      SORTS,
      transactions.id,
      ({ order, limit, offset }) =>
        ctx.db
          .select({ row: transactions, decision: decisions })
          .from(transactions)
          .innerJoin(decisions, eq(decisions.id, transactions.decision_id))
          .where(where)
          .orderBy(...order)
          .limit(limit)
          .offset(offset),
      ctx.db.select({ total: sql<string>`count(*)` }).from(transactions).where(where),
    )
    const read = await transactionsFor(ctx, found.rows)
    return {
      ...found,
      rows: read.map(({ row, result }) => ({
        id: row.id,
        type: row.type,
        status: row.status,
        from_address: row.from_address,
        to_address: row.to_address,
        amount: row.amount,
        restriction_code: row.restriction_code,
        reason_codes: [...new Set(result.reason_codes.map((code) => toldCode(code).toLowerCase()))],
        decision_id: row.decision_id,
        detail: (row.timeline.at(-1)?.detail as string | undefined) ?? null,
        transaction_hash: row.transaction_hash,
        created_at: row.created_at.toISOString(),
      })),
    }
  },
})
