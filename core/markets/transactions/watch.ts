import { eq } from 'drizzle-orm'
import type { MarketSubject } from '#core/identity/wallets/market-subject.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { rulesDay } from '#core/kernel/rules-day.ts'
import { isTimerSet, setTimer } from '#core/record/timers/set-timer.ts'
import type { Tx } from '#db/connect.ts'
import { reserveDuties, type transactions } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { addBusinessDays, legalDay, startOfLegalDay } from '#engine/dates.ts'
import { currentRuleset } from '#engine/rulesets.ts'

export const MONITOR_CASH = 'monitor_cash'
export const MONITOR_REDEMPTION = 'monitor_redemption'

/** Holder and business day, under which a day's currency is judged once. */
const cashDay = (holder: string, now: number) => `${holder}|${rulesDay(now)}`

/**
 * Has monitoring look at what a payment leaves to be done: at its currency when the business day is over, and at a redemption of the
 * tenant's own coin when it should have been paid. Whose coin it is, its reserve statements say.
 */
export async function watchPayment(tx: Tx, ctx: Ctx, row: typeof transactions.$inferSelect, from: MarketSubject | null): Promise<void> {
  const today = legalDay(ctx.now)
  if (typeof row.facts['tx.cash'] === 'object' && row.from_address) {
    const about = cashDay(from?.person?.id ?? row.from_address, ctx.now)
    if (!(await isTimerSet(tx, ctx, MONITOR_CASH, about)))
      await setTimer(tx, ctx, { kind: MONITOR_CASH, subjectId: about, dueMs: startOfLegalDay(today + 1) })
  }
  if (row.type !== 'redemption' || row.market !== 'stablecoins' || row.offering_id || row.status === 'denied' || !row.currency) return
  const [own] = await tx
    .select({ token: reserveDuties.token })
    .from(reserveDuties)
    .where(inScope(reserveDuties, ctx, eq(reserveDuties.token, row.currency)))
    .limit(1)
  if (!own) return
  const { business_days } = currentRuleset.paramsOn('GENIUS_REDEMPTION', today) as { business_days: number }
  await setTimer(tx, ctx, {
    kind: MONITOR_REDEMPTION,
    subjectId: row.id,
    dueMs: startOfLegalDay(addBusinessDays(today, business_days) + 1),
  })
}
