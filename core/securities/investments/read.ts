import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { listOf } from '#core/kernel/answers.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { createdBetween, createdQuery, decodeCursor, newestFirst, olderThan, pageOf, pageQuery, placeOf } from '#core/kernel/pagination.ts'
import { presentDecision } from '#core/record/decisions/present.ts'
import { readAll } from '#core/record/decisions/result.ts'
import { defineVerb } from '#core/record/verb.ts'
import type { Queryable } from '#db/connect.ts'
import { decisions, investments, offerings } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { type InvestmentRow, type InvestmentView, investmentAnswer, presentInvestment } from '../bookings/present.ts'
import type { OfferingRow } from '../offerings/facts.ts'

const listInvestmentsQuery = z.strictObject({
  ...pageQuery,
  offering_id: z.string().max(100).optional(),
  investor_id: z.string().max(100).optional(),
  status: z.enum(['accepted', 'pending', 'rejected', 'refunded', 'cancelled']).optional(),
  ...createdQuery,
})

type Joined = { row: InvestmentRow; offering: OfferingRow; decision: typeof decisions.$inferSelect }

const select = (db: Queryable) =>
  db
    .select({ row: investments, offering: offerings, decision: decisions })
    .from(investments)
    .innerJoin(offerings, eq(offerings.id, investments.offering_id))
    .innerJoin(decisions, and(eq(decisions.id, investments.decision_id), eq(decisions.organization_id, investments.organization_id)))

async function present(
  db: Queryable,
  ctx: Ctx,
  joined: readonly Joined[],
  oneOfMany: boolean,
): Promise<{ row: InvestmentRow; view: InvestmentView }[]> {
  const results = await readAll(
    db,
    joined.map(({ decision }) => decision),
  )
  const options = { publicUrl: ctx.services.config.publicUrl, receipt: null, oneOfMany }
  return joined.map(({ row, offering, decision }, i) => ({
    row,
    view: presentInvestment(row, offering, presentDecision(decision, results[i]!, { ...options, said: row.facts_stated ?? {} })),
  }))
}

/** The tenant's investments, newest first. */
export const listInvestments = defineVerb({
  name: 'investments.list',
  permission: 'investments.read',
  input: listInvestmentsQuery,
  output: listOf(investmentAnswer),
  run: async ({ ctx, input }) => {
    const rows = await select(ctx.db)
      .where(
        inScope(
          investments,
          ctx,
          and(
            input.offering_id ? eq(investments.offering_id, input.offering_id) : undefined,
            input.investor_id ? eq(investments.investor_id, input.investor_id) : undefined,
            input.status ? eq(investments.status, input.status) : undefined,
            ...createdBetween(investments, input),
            olderThan(investments, decodeCursor(ctx, 'investments', input.cursor)),
          ),
        ),
      )
      .orderBy(...newestFirst(investments))
      .limit(input.limit + 1)
    const shown = await present(ctx.db, ctx, rows, true)
    return {
      success: true as const,
      ...pageOf(
        ctx,
        'investments',
        shown,
        input.limit,
        ({ view }) => view,
        ({ row }) => placeOf(row),
      ),
    }
  },
})

/** One investment as it stands. */
export const getInvestment = defineVerb({
  name: 'investments.get',
  permission: 'investments.read',
  input: byId('Investment id, ivs_…'),
  output: investmentAnswer,
  run: async ({ ctx, input }) => {
    return readInvestment(ctx, input.id)
  },
})

/** The same for a caller whose right to see it was established otherwise; with `db`, as it is within a transaction. */
export async function readInvestment(ctx: Ctx, id: string, db: Queryable = ctx.db): Promise<InvestmentView> {
  const [joined] = await select(db)
    .where(inScope(investments, ctx, eq(investments.id, id)))
    .limit(1)
  if (!joined) throw notFound()
  return (await present(db, ctx, [joined], false))[0]!.view
}
