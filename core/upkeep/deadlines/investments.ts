import { and, asc, eq, lte, notInArray } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { doEachDue } from '#core/record/write-due.ts'
import { lockInvestment } from '#core/securities/bookings/lock.ts'
import { tellInvestor } from '#core/securities/bookings/tell-investor.ts'
import { callOff } from '#core/securities/investments/call-off.ts'
import { investments } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'

/** Ends investments whose reservation is over, or whose failed payment was not made good in time; each in a transaction of its own. */
export async function expireReservations(ctx: Ctx): Promise<number> {
  const due = inScope(investments, ctx, and(eq(investments.status, 'pending'), lte(investments.reserved_until, new Date(ctx.now))))
  const next = async (leftOut: string[]) =>
    (
      await ctx.db
        .select({ id: investments.id })
        .from(investments)
        .where(and(due, notInArray(investments.id, leftOut)))
        .orderBy(asc(investments.reserved_until), asc(investments.id))
        .limit(1)
    )[0]
  return doEachDue(ctx, next, async (tx, id) => {
    const locked = await lockInvestment(tx, ctx, id)
    const row = locked?.row
    if (row?.status !== 'pending' || !row.reserved_until || row.reserved_until.getTime() > ctx.now) return null
    const unpaid = row.payment_failed_at !== null
    const done = await callOff(tx, ctx, locked!, { reason: unpaid ? 'payment_not_received' : 'reservation_expired' })
    await tellInvestor(
      tx,
      ctx,
      row,
      unpaid
        ? { title: 'An investment was cancelled', body: `The payment for ${locked!.offering.name} was not made good in time.` }
        : {
            title: 'The reservation of an investment ended',
            body: `It was not decided within 72 hours, so the tokens of ${locked!.offering.name} are free again. You may invest anew.`,
          },
    )
    return { result: 1, ...done }
  })
}
