import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ageBetween, ageTier, localDay } from './ages.ts'

const CASES = Number(process.env.PROPERTY_CASES ?? 100_000)
const daysIn = (y: number, m: number) =>
  m === 2 ? ((y % 4 === 0 && y % 100 !== 0) || y % 400 === 0 ? 29 : 28) : [4, 6, 9, 11].includes(m) ? 30 : 31
const iso = (y: number, m: number, d: number) => `${String(y).padStart(4, '0')}-${String(m).padStart(2, '0')}-${String(d).padStart(2, '0')}`

/** A naive oracle: walk the calendar of birthdays one year at a time and count those that have come. */
function birthdaysPassed(by: number, bm: number, bd: number, today: number): number {
  let count = 0
  for (let y = by + 1; ; y++) {
    const exists = bd <= daysIn(y, bm)
    const birthday = exists ? y * 10_000 + bm * 100 + bd : y * 10_000 + 301
    if (birthday > today) return count
    count++
  }
}

const calendarDay = fc
  .tuple(fc.integer({ min: 1900, max: 2060 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 31 }))
  .map(([y, m, d]) => [y, m, Math.min(d, daysIn(y, m))] as const)
// Leap days are rare in random dates and are where the counting breaks, so they get their own share.
const birthDay = fc.oneof(
  { weight: 4, arbitrary: calendarDay },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 35 }).map((i) => [1904 + i * 4, 2, 29] as const) },
)

describe('age', () => {
  it('agrees with a count of birthdays', () => {
    fc.assert(
      fc.property(birthDay, calendarDay, ([by, bm, bd], [ty, tm, td]) => {
        const today = ty * 10_000 + tm * 100 + td
        if (by * 10_000 + bm * 100 + bd > today) return
        expect(ageBetween(iso(by, bm, bd), iso(ty, tm, td))).toBe(birthdaysPassed(by, bm, bd, today))
      }),
      { numRuns: CASES, seed: 20_261_121 },
    )
  })

  it('puts every age in the highest tier it reaches', () => {
    expect([12, 13, 17, 18, 20, 21].map(ageTier)).toEqual(['under_13', '13+', '13+', '18+', '18+', '21+'])
  })

  it('counts a 29 February birthday on 1 March in a common year', () => {
    const on = (day: string) => ageBetween('2008-02-29', day)
    expect([on('2026-02-28'), on('2026-03-01'), on('2028-02-29'), on('2029-02-28'), on('2029-03-01')]).toEqual([17, 18, 20, 20, 21])
  })

  it('turns with the local date, not with UTC', () => {
    const at = (instant: string, hours: number) => localDay(Date.parse(instant), hours * 60)
    const age = (instant: string, hours: number, birth: string) => ageBetween(birth, at(instant, hours)) as number
    expect(age('2026-11-21T07:59:59Z', -8, '2008-11-21')).toBe(17)
    expect(age('2026-11-21T08:00:00Z', -8, '2008-11-21')).toBe(18)
    expect(age('2026-11-21T09:59:59Z', -10, '2008-11-21')).toBe(17)
    expect(age('2026-11-21T10:00:00Z', -10, '2008-11-21')).toBe(18)
    expect(age('2026-11-20T15:00:00Z', 9, '2006-11-21')).toBe(20)
    expect(age('2026-11-20T14:59:59Z', 9, '2006-11-21')).toBe(19)
    expect(ageTier(age('2026-11-21T17:00:00Z', -5, '2013-11-22'))).toBe('under_13')
  })
})
