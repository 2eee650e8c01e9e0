import { desc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { openNames } from '#core/identity/persons/open-persons.ts'
import { notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { queryInteger } from '#core/kernel/query-fields.ts'
import { offsetOf, type Rows, rowsInput } from '#core/kernel/rows.ts'
import { definePageVerb, defineVerb } from '#core/record/verb.ts'
import { feeEntries, investments, investors, offerings } from '#db/schema.ts'
import { findScoped, inScope } from '#db/scoped.ts'

const feeEntriesInput = z.strictObject({ ...rowsInput(['created_at']), offering_id: z.string().max(100) })

export interface FeeRow {
  id: string
  created_at: string
  investment_id: string
  investor_name: string
  investment: string
  amount: string
  raised_after: string
  accrued_after: string
}

/** The fee ledger of an offering, newest first: what each accepted investment added, and the running totals after it. Throws `not_found`. */
export const listFeeEntries = definePageVerb({
  name: 'fees.list_entries',
  permission: 'investments.read',
  input: feeEntriesInput,
  run: async ({ ctx, input }): Promise<Rows<FeeRow>> => {
    if (!(await findScoped(ctx.db, offerings, ctx, input.offering_id))) throw notFound()
    const where = inScope(feeEntries, ctx, eq(feeEntries.offering_id, input.offering_id))
    const [rows, [counted]] = await Promise.all([
      ctx.db
        .select({ fee: feeEntries, amount: investments.amount, person: investors.person_id })
        .from(feeEntries)
        .innerJoin(investments, eq(investments.id, feeEntries.investment_id))
        .innerJoin(investors, eq(investors.id, investments.investor_id))
        .where(where)
        .orderBy(desc(feeEntries.created_at), desc(feeEntries.raised_after))
        .limit(input.page_size)
        .offset(offsetOf(input)),
      ctx.db.select({ total: sql<string>`count(*)` }).from(feeEntries).where(where),
    ])
    const names = await openNames(
      ctx,
      rows.map((row) => row.person),
    )
    return {
      page: input.page,
      page_size: input.page_size,
      total: Number(counted!.total),
      rows: rows.map(({ fee, amount, person }) => ({
        id: fee.id,
        created_at: fee.created_at.toISOString(),
        investment_id: fee.investment_id,
        investor_name: names.get(person) ?? 'No name',
        investment: amount,
        amount: fee.amount,
        raised_after: fee.raised_after,
        accrued_after: fee.accrued_after,
      })),
    }
  },
})

/** The same without names, for programs. */
export const listFees = defineVerb({
  name: 'offerings.fees',
  permission: 'investments.read',
  input: byId('Offering id, off_…').extend({
    page: queryInteger(1, 1_000_000).default(1),
    page_size: queryInteger(1, 100).default(100),
  }),
  output: z.object({
    success: z.literal(true),
    total: z.number().int(),
    page: z.number().int(),
    page_size: z.number().int(),
    data: z.array(
      z.object({
        id: z.string(),
        investment_id: z.string(),
        investment: z.string(),
        amount: z.string(),
        raised_after: z.string(),
        accrued_after: z.string(),
        created_at: z.string(),
      }),
    ),
  }),
  run: async ({ ctx, input: { id, ...asked } }) => {
    const { rows, ...page } = await listFeeEntries.run({ ctx, input: { ...feeEntriesInput.parse({ offering_id: id }), ...asked } })
    return { success: true as const, ...page, data: rows.map(({ investor_name: _, ...row }) => row) }
  },
})
