/**
 * Ages by the calendar of a place. `today` is the local date there (see `localDay` for a known zone), never UTC by default.
 */
import { ageOn, isoDay, parseDay } from '../dates.ts'

export type AgeTier = 'under_13' | '13+' | '18+' | '21+'
const TIER_AGE: Record<AgeTier, number> = { under_13: 0, '13+': 13, '18+': 18, '21+': 21 }

/** Completed years of age on `today`, both `YYYY-MM-DD`; null when either is not a real date. */
export function ageBetween(birth: string, today: string): number | null {
  const from = parseDay(birth)
  const on = parseDay(today)
  return from === null || on === null ? null : ageOn(from, on)
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
  return isoDay(Math.floor((instantMs + offsetMinutes * 60_000) / 86_400_000))
}
