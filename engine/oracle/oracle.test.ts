// Everything that costs money or liberty is calculated twice: by the engine, and by the naive oracle beside this file.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { feeFor } from '../calculations/fee.ts'
import { countHolders, holdersAfter } from '../calculations/holders.ts'
import { dcpEnd, lockupEnd, rule144FreeOn } from '../calculations/holding.ts'
import { clockStart } from '../calculations/lots.ts'
import { purchasersAt } from '../calculations/purchasers.ts'
import { addMonths, ageOn, civil, isoDay, isoInstant, legalDay, parseDay, parseInstant, startOfLegalDay } from '../dates.ts'
import type { Lot } from '../facts/shapes.ts'
import { fullestWindow, registerAfter } from './counts.ts'
import { ageByBirthdays, fromIso, newYorkDay, plusMonths, toIso } from './dates.ts'
import { firstFreeDay, startOfClock } from './holding.ts'
import { feesOf } from './money.ts'

const RUNS = Number(process.env.ORACLE_RUNS ?? 100_000)
const options = { numRuns: RUNS, seed: 20261121 }
const CENT = 10_000n
const day = fc.integer({ min: parseDay('1990-01-01')!, max: parseDay('2060-12-31')! })
const person = fc.integer({ min: 0, max: 12 }).map((n) => `p${n}`)
// Plain comparison in the hot loop: an assertion library would cost more than both calculations.
const same = (a: unknown, b: unknown) => a === b || JSON.stringify(a) === JSON.stringify(b)

describe(`engine and oracle agree on ${RUNS} random cases`, () => {
  it('fee: cumulative, per cent, capped', () => {
    const cents = fc.array(fc.oneof(fc.bigInt({ min: 1n, max: 1_000_000n }), fc.bigInt({ min: 1n, max: 9_000_000_000n })), {
      minLength: 1,
      maxLength: 5,
    })
    fc.assert(
      fc.property(cents, (investments) => {
        const expected = feesOf(investments, 100_000_000n)
        let raised = 0n
        let accrued = 0n
        return investments.every((investment, i) => {
          raised += investment * CENT
          const result = feeFor({
            raisedAfter: raised,
            accruedBefore: accrued,
            amount: investment * CENT,
            rate: '0.01',
            cap: 100_000_000n * CENT,
            basis: 'cumulative',
          })
          accrued = result.accruedAfter
          return result.fee === expected[i]! * CENT && result.fee >= 0n
        })
      }),
      options,
    )
  })

  it('fee: taking an investment back leaves what it was before', () => {
    const cents = fc.bigInt({ min: 0n, max: 12_000_000_000n })
    fc.assert(
      fc.property(cents, cents, (before, amount) => {
        const terms = { rate: '0.01', cap: 100_000_000n * CENT, basis: 'cumulative' } as const
        const start = feeFor({ ...terms, raisedAfter: before * CENT, accruedBefore: 0n, amount: before * CENT }).accruedAfter
        const there = feeFor({ ...terms, raisedAfter: (before + amount) * CENT, accruedBefore: start, amount: amount * CENT })
        const back = feeFor({ ...terms, raisedAfter: before * CENT, accruedBefore: there.accruedAfter, amount: -amount * CENT })
        return there.fee + back.fee === 0n && back.accruedAfter === start
      }),
      options,
    )
  })

  it('end of the holding period', () => {
    fc.assert(
      fc.property(day, fc.constantFrom(6, 12), (start, months) => isoDay(rule144FreeOn(start, months)) === naiveFree(start, { months })),
      options,
    )
  })

  it('end of a lock-up in days', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 400 }), (start, days) => isoDay(lockupEnd(start, days)) === naiveFree(start, { days })),
      options,
    )
  })

  it('end of the distribution compliance period', () => {
    fc.assert(
      fc.property(
        day,
        day,
        fc.constantFrom('2' as const, '3' as const),
        fc.boolean(),
        fc.boolean(),
        (commencedAt, closingAt, category, debt, reporting) => {
          const end = dcpEnd(
            { category, securityClass: debt ? 'debt' : 'equity', reporting, commencedAt, closingAt },
            { days: 40, reporting_months: 6, other_months: 12 },
          )
          const start = Math.max(commencedAt, closingAt)
          const period = category === '2' || debt ? { days: 40 } : { months: reporting ? 6 : 12 }
          return end !== null && isoDay(end + 1) === naiveFree(start, period)
        },
      ),
      options,
    )
  })

  it('start of a lot’s clock through earlier holders', () => {
    const one = fc.record({ acquired: day, paid: day, carries: fc.boolean() })
    fc.assert(
      fc.property(fc.array(one, { minLength: 1, maxLength: 5 }), fc.boolean(), (chain, complete) => {
        let lot: Lot | null = null
        let plain: Parameters<typeof startOfClock>[0] | null = null
        chain.forEach((link, i) => {
          const carries = link.carries && (i > 0 || !complete)
          lot = {
            id: `l${i}`,
            quantity: 1n,
            acquired_at: link.acquired,
            paid_in_full_at: link.paid,
            acquired_from: carries ? 'other' : 'issuer',
            how: 'purchase',
            acquired_under: 'reg_d_506b',
            tack_from: lot,
          }
          plain = { acquired_at: isoDay(link.acquired), paid_in_full_at: isoDay(link.paid), carries, earlier: plain }
        })
        const start = clockStart(lot!)
        return (start === null ? null : isoDay(start)) === startOfClock(plain!)
      }),
      options,
    )
  })

  it('holders and holders who are not accredited, by person', () => {
    const entry = fc.record({ person_id: person, units: fc.bigInt({ min: 0n, max: 5n }), accredited: fc.boolean() })
    fc.assert(
      fc.property(
        fc.array(entry, { maxLength: 10 }),
        person,
        fc.boolean(),
        fc.bigInt({ min: 1n, max: 8n }),
        fc.option(person),
        (entries, to, toAccredited, quantity, seller) => {
          // Nobody sells more than they have.
          const held = entries.filter((one) => one.person_id === seller).reduce((sum, one) => sum + one.units, 0n)
          const from = seller === to || held < quantity ? null : seller
          const after = holdersAfter(entries, quantity, { person: to, accredited: toAccredited }, from)
          return same(after, registerAfter(entries, { to, toAccredited, quantity, from }))
        },
      ),
      options,
    )
  })

  it('one person with several wallets counts once', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ person_id: person, units: fc.bigInt({ min: 0n, max: 3n }), accredited: fc.boolean() }), { maxLength: 15 }),
        (entries) => {
          const holding = entries.filter((one) => one.units > 0n)
          return countHolders(entries).all === new Set(holding.map((one) => one.person_id)).size
        },
      ),
      options,
    )
  })

  it('purchasers in the fullest window', () => {
    const sale = fc.record({ person_id: person, day: fc.integer({ min: 0, max: 30 }) })
    fc.assert(
      fc.property(
        fc.array(sale, { maxLength: 8 }),
        person,
        fc.integer({ min: 0, max: 30 }),
        fc.integer({ min: 1, max: 9 }),
        (sales, buyer, on, days) => {
          const engine = purchasersAt(
            sales.map((one) => ({ person_id: one.person_id, date: one.day, counted: true })),
            [buyer],
            on,
            days,
          )
          return engine === fullestWindow(sales, buyer, on, days)
        },
      ),
      options,
    )
  })

  it('age', () => {
    fc.assert(
      fc.property(
        day,
        fc.integer({ min: 0, max: 15_000 }),
        (birth, later) => ageOn(birth, birth + later) === ageByBirthdays(fromIso(isoDay(birth)), fromIso(isoDay(birth + later))),
      ),
      options,
    )
  })

  it('age of leaplings', () => {
    const years = fc.integer({ min: 1992 / 4, max: 2020 / 4 }).map((n) => parseDay(`${n * 4}-02-29`)!)
    fc.assert(
      fc.property(
        years,
        fc.integer({ min: 0, max: 15_000 }),
        (birth, later) => ageOn(birth, birth + later) === ageByBirthdays(fromIso(isoDay(birth)), fromIso(isoDay(birth + later))),
      ),
      options,
    )
  })

  it('months added and taken away', () => {
    fc.assert(
      fc.property(
        day,
        fc.integer({ min: -60, max: 60 }),
        (start, months) => isoDay(addMonths(start, months)) === toIso(plusMonths(fromIso(isoDay(start)), months)),
      ),
      options,
    )
  })

  it('the legal day is the calendar day in New York', () => {
    const at = fc.integer({ min: Date.UTC(1990, 0, 1), max: Date.UTC(2037, 11, 31) })
    fc.assert(
      fc.property(at, (ms) => isoDay(legalDay(ms)) === newYorkDay(ms)),
      options,
    )
  })

  it('times and days read back as written', () => {
    const at = fc.integer({ min: Date.UTC(1970, 0, 1), max: Date.UTC(2100, 0, 1) })
    fc.assert(
      fc.property(at, (ms) => {
        const text = new Date(ms).toISOString()
        const on = legalDay(ms)
        const { year, month, date } = civil(on)
        return (
          parseInstant(text) === ms &&
          parseInstant(isoInstant(ms)) === ms &&
          parseDay(isoDay(on)) === on &&
          toIso([year, month, date]) === isoDay(on) &&
          legalDay(startOfLegalDay(on)) === on &&
          legalDay(startOfLegalDay(on) - 1) === on - 1
        )
      }),
      options,
    )
  })
})

function naiveFree(start: number, period: { months?: number; days?: number }): string {
  return firstFreeDay(isoDay(start), period)
}

it('refuses what is not a day or a time', () => {
  for (const text of ['2026-02-29', '2026-13-01', '2026-00-10', '2026-1-01', '26-01-01', '2026-04-31', 'x', ''])
    expect(parseDay(text), text).toBeNull()
  for (const text of [
    '2026-11-21T17:00:00',
    '2026-11-21 17:00:00Z',
    '2026-11-21T24:00:00Z',
    '2026-11-21T17:60:00Z',
    '2026-11-21T17:00:00.Z',
    '2026-11-21T17:00:00+25:00',
  ])
    expect(parseInstant(text), text).toBeNull()
  expect(parseInstant('2026-11-21T17:00:00.5-05:00')).toBe(Date.UTC(2026, 10, 21, 22, 0, 0, 500))
})
