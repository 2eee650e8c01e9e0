import { and, eq, ilike, sql } from 'drizzle-orm'
import { z } from 'zod'
import { likeText, type Rows, readRows, rowsInput } from '#core/kernel/rows.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { offerings } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'

const { created_at, name, amount_raised, investor_count, status } = offerings
const SORTS = { created_at, name, amount_raised, investor_count, status }

const offeringRowsInput = z.strictObject({
  ...rowsInput(['created_at', 'name', 'amount_raised', 'investor_count', 'status']),
  status: z.enum(['draft', 'open', 'paused', 'closed', 'needs_contact', 'cancelled']).optional(),
  regulation: z.enum(['reg_d_506b', 'reg_d_506c', 'reg_a_plus', 'reg_s']).optional(),
  q: z.string().max(100).optional(),
})

export interface OfferingRowView {
  id: string
  name: string
  type: string
  regulation: string
  status: string
  currency: string
  amount_raised: string
  maximum_raise: string
  investor_count: number
  pending: number
  tokens_issued: string
  fee_accrued: string
  created_at: string
  closes_at: string | null
}

/** The organisation's offerings as a table shows them, with what waits in each. */
export const listOfferingRows = definePageVerb({
  name: 'offerings.list_rows',
  permission: 'offerings.read',
  input: offeringRowsInput,
  run: async ({ ctx, input }): Promise<Rows<OfferingRowView>> => {
    const where = inScope(
      offerings,
      ctx,
      and(
        input.status ? eq(offerings.status, input.status) : undefined,
        input.regulation ? eq(offerings.regulation, input.regulation) : undefined,
        input.q ? ilike(offerings.name, likeText(input.q)) : undefined,
      ),
    )
    // Names in full: in a selection from one table Drizzle leaves the table out, and the inner one would answer.
    const pending = sql<string>`(select count(*) from investments i where i.organization_id = ${ctx.organizationId}
    and i.environment = ${ctx.environment} and i.offering_id = offerings.id and i.status = 'pending')`
    const found = await readRows(
      input,
      SORTS,
      offerings.id,
      ({ order, limit, offset }) =>
        ctx.db
          .select({ row: offerings, pending })
          .from(offerings)
          .where(where)
          .orderBy(...order)
          .limit(limit)
          .offset(offset),
      ctx.db.select({ total: sql<string>`count(*)` }).from(offerings).where(where),
    )
    return {
      ...found,
      rows: found.rows.map(({ row, pending: waiting }) => ({
        id: row.id,
        name: row.name,
        type: row.type,
        regulation: row.regulation,
        status: row.status,
        currency: row.currency,
        amount_raised: row.amount_raised,
        maximum_raise: row.maximum_raise,
        investor_count: row.investor_count,
        pending: Number(waiting),
        tokens_issued: row.tokens_issued,
        fee_accrued: row.fee_accrued,
        created_at: row.created_at.toISOString(),
        closes_at: row.closes_at?.toISOString() ?? null,
      })),
    }
  },
})
