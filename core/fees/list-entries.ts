import { desc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { feeEntries, investments, investors, offerings } from '#db/schema.ts'
import { findScoped, inScope } from '#db/scoped.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import { requirePermission } from '../permissions.ts'
import { openNames } from '../persons/open-persons.ts'
import { offsetOf, type Rows, rowsInput } from '../rows.ts'

export const feeEntriesInput = z.strictObject({ ...rowsInput(['created_at']), offering_id: z.string().max(100) })

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
export async function listFeeEntries({ ctx, input }: { ctx: Ctx; input: z.output<typeof feeEntriesInput> }): Promise<Rows<FeeRow>> {
  requirePermission(ctx, 'investments.read')
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
}
