// Release days from the words of the rule: the day after the last day of the period.
import { fromIso, plusDays, plusMonths, toIso, type Ymd } from './dates.ts'

/** First day after `months` calendar months (or days) from a start. */
export function firstFreeDay(start: string, period: { months?: number; days?: number }): string {
  const from = fromIso(start)
  const last: Ymd = period.months === undefined ? plusDays(from, period.days ?? 0) : plusMonths(from, period.months)
  return toIso(plusDays(last, 1))
}

type PlainLot = { acquired_at: string; paid_in_full_at: string; carries: boolean; earlier: PlainLot | null }

/** Start of the clock, following earlier holders for as long as the period carries over. */
export function startOfClock(lot: PlainLot): string | null {
  let at: PlainLot = lot
  while (at.carries) {
    if (at.earlier === null) return null
    at = at.earlier
  }
  return at.acquired_at > at.paid_in_full_at ? at.acquired_at : at.paid_in_full_at
}
