/**
 * Ages by the calendar of a place. `today` is the local date there (see `localDay` for a known zone), never UTC by default.
 */
export type AgeTier = 'under_13' | '13+' | '18+' | '21+'
export const AGE_TIERS: readonly AgeTier[] = ['under_13', '13+', '18+', '21+']
const TIER_AGE: Record<AgeTier, number> = { under_13: 0, '13+': 13, '18+': 18, '21+': 21 }

function parts(day: string): [number, number, number] {
  const [y, m, d] = day.split('-')
  return [Number(y), Number(m), Number(d)]
}
const isLeap = (y: number) => (y % 4 === 0 && y % 100 !== 0) || y % 400 === 0

/**
 * Completed years on `today`; the birthday itself counts. A birthday of 29 February falls on 1 March in a common year
 * (the later, stricter day). Both arguments are real `YYYY-MM-DD` dates; a birth date in the future gives a negative age.
 */
export function ageOn(birth: string, today: string): number {
  const [by, bm, bd] = parts(birth)
  const [ty, tm, td] = parts(today)
  const shifted = bm === 2 && bd === 29 && !isLeap(ty)
  const month = shifted ? 3 : bm
  const day = shifted ? 1 : bd
  const reached = tm > month || (tm === month && td >= day)
  return ty - by - (reached ? 0 : 1)
}

/** The highest tier an age reaches. */
export function ageTier(age: number): AgeTier {
  if (age >= 21) return '21+'
  if (age >= 18) return '18+'
  return age >= 13 ? '13+' : 'under_13'
}

/** Least age of a tier. */
export function tierAge(tier: AgeTier): number {
  return TIER_AGE[tier]
}

/**
 * The calendar date at an instant for a fixed offset from UTC in minutes. The caller resolves the zone (with its tzdata version),
 * because zone data is not part of a pure engine.
 */
export function localDay(instantMs: number, offsetMinutes: number): string {
  return new Date(instantMs + offsetMinutes * 60_000).toISOString().slice(0, 10)
}
