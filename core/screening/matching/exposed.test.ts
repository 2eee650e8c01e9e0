import { expect, test } from 'vitest'
import type { Exposure } from '#screening/entity.ts'
import { exposedAs, isExposedStale } from './exposed.ts'

const day = '2026-11-28'
const office = (countries: string[], left_on: string | null = null, said?: Exposure['class']): { exposure: Exposure } => ({
  exposure: { relation: 'holder', countries, left_on, ...(said && { class: said }) },
})
const relative: { exposure: Exposure } = { exposure: { relation: 'relative', countries: ['US'], left_on: null } }
const as = (regime: unknown, ...matches: Parameters<typeof exposedAs>[0][number][]) => exposedAs(matches, { regime, day })

test('an office is domestic where the organisation has its home, and nothing says otherwise', () => {
  expect(as('US', office(['US']))).toEqual({ class: 'domestic', left_on: 'none' })
  expect(as('US', office(['US', 'PR']))).toMatchObject({ class: 'domestic' })
  expect(as('UK', office(['GB']))).toMatchObject({ class: 'domestic' })
  expect(as('US', office(['US'], null, 'domestic'))).toMatchObject({ class: 'domestic' })
  expect(as('EU', office(['DE'], null, 'domestic'))).toMatchObject({ class: 'domestic' })
  for (const foreign of [
    office(['US', 'DE']),
    office([]),
    office(['GB']),
    office(['US'], null, 'foreign'),
    office(['DE'], null, 'domestic'),
    {},
  ])
    expect(as('US', foreign), JSON.stringify(foreign)).toMatchObject({ class: 'foreign' })
  for (const regime of ['EU', undefined]) expect(as(regime, office(['US']))).toMatchObject({ class: 'foreign' })
})

test('of several matches the strictest of each holds', () => {
  expect(as('US', office(['US']), relative)).toMatchObject({ class: 'family' })
  expect(as('US', office(['US']), relative, office(['FR']))).toMatchObject({ class: 'foreign' })
  expect(as('US', office(['FR'], '2020-01-01'), office(['FR'], '2022-02-02'))).toMatchObject({ left_on: '2022-02-02' })
  expect(as('US', office(['FR'], '2020-01-01'), office(['FR']))).toMatchObject({ left_on: 'none' })
  expect(exposedAs([], { regime: 'US', day })).toBeNull()
})

test('an office is left on its last day, not before', () => {
  expect(as('US', office(['FR'], day))).toMatchObject({ left_on: day })
  expect(as('US', office(['FR'], '2026-11-29'))).toMatchObject({ left_on: 'none' })
  expect(as('US', {})).toEqual({ class: 'foreign', left_on: 'none' })
})

test('a list is too old after a day, and where nobody can read how old it is', () => {
  const at = Date.parse('2026-11-28T12:00:00Z')
  const of = (source: string, current_at: string) => isExposedStale([{ source: source as 'pep', current_at }], at)
  expect(of('pep', '2026-11-27T12:00:00Z')).toBe(false)
  expect(of('pep', '2026-11-27T11:59:59Z')).toBe(true)
  expect(of('pep', 'yesterday')).toBe(true)
  expect(of('eu_fsf', '2020-01-01T00:00:00Z')).toBe(false)
})
