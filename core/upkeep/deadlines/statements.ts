import { and, eq, lte } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { dueOn, nextMonth, overdueAt } from '#core/markets/reserves/months.ts'
import { writeDue } from '#core/record/write-due.ts'
import { reserveDuties, reserveStatements } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { isoDay } from '#engine/dates.ts'

/** Tells once of each month whose reserve statement was not published by its due day, then waits for the next month. */
export async function tellOverdueStatements(ctx: Ctx): Promise<number> {
  const due = inScope(reserveDuties, ctx, lte(reserveDuties.due_at, new Date(ctx.now)))
  const [found] = await ctx.db.select({ token: reserveDuties.token }).from(reserveDuties).where(due).orderBy(reserveDuties.due_at).limit(1)
  if (!found) return 0
  return writeDue(ctx, async (tx) => {
    const [duty] = await tx
      .select()
      .from(reserveDuties)
      .where(and(due, eq(reserveDuties.token, found.token)))
      .for('update')
    if (!duty) return null
    const { token, next_month: month } = duty
    const about = inScope(reserveStatements, ctx, and(eq(reserveStatements.token, token), eq(reserveStatements.month, month)))
    const [stated] = await tx.select({ id: reserveStatements.id }).from(reserveStatements).where(about).limit(1)
    await tx
      .update(reserveDuties)
      .set({ next_month: nextMonth(month), due_at: overdueAt(nextMonth(month)), updated_at: new Date(ctx.now) })
      .where(inScope(reserveDuties, ctx, eq(reserveDuties.token, token)))
    const late = stated === undefined
    const due_on = late ? isoDay(dueOn(month)) : null
    return {
      result: 1,
      audit: {
        action: late ? 'reserve_statement_overdue' : 'reserve_statement_awaited',
        category: 'system',
        subject: { type: 'stablecoin', id: token },
        details: { month, due_on },
      },
      events: late
        ? [
            {
              type: 'stablecoin.reserve_statement.overdue' as const,
              resource: { type: 'stablecoin', id: token },
              object: { statement: { token, month, due_on, sha256: null, ratio: null, accountant: null } },
            },
          ]
        : [],
    }
  })
}
