import { expect, test } from 'vitest'
import type { Facts } from '#engine/facts.ts'
import { agesShown } from './data-age.ts'

const T = Date.parse('2026-11-27T12:00:00.400Z')
const iso = (ms: number) => new Date(ms).toISOString()
const lists = Object.freeze([
  { source: 'us_ofac_sdn', version: '1', loaded_at: iso(T - 58_700), published_at: iso(T - 86_400_000) },
  { source: 'un_sc', version: '2', loaded_at: iso(T - 20_000), published_at: iso(T - 50_000) },
])
const tenant = Object.freeze({ data_budgets: [{ data: 'sanctions_lists', seconds: 60, over: 'review' }] })
const facts = (ms: number, more: object = {}) => ({ check: 'sanctions.check', as_of: iso(ms), lists, tenant, ...more }) as unknown as Facts

test('the ages of lists are shown alike whether they were shown before or are shown anew, at each moment, in whatever order', () => {
  for (const later of [0, 1, 299, 300, 301, 599, 600, 601, 1299, 1300, 1301, 2300, 5_000, 0, 300, 1301, -1, -60_000, 90_000_000]) {
    // Its own lists are worked out anew.
    const anew = agesShown(facts(T + later, { lists: structuredClone(lists) }))
    expect(agesShown(facts(T + later)), `${later} ms later`).toEqual(anew)
  }
  const checked = (ms: number) => agesShown(facts(ms)).map(({ age_seconds, within }) => [age_seconds, within])[0]
  expect([checked(T + 1299), checked(T + 1300), checked(T + 1301)]).toEqual([
    [59, true],
    [60, true],
    [60, false],
  ])
})

test('they are one list for a second, and another for other lists and other budgets', () => {
  const shown = agesShown(facts(T))
  expect(agesShown(facts(T + 100))).toBe(shown)
  expect(agesShown(facts(T + 700))).not.toBe(shown)
  const strict = Object.freeze({ data_budgets: [{ data: 'sanctions_lists', seconds: 1, over: 'deny' }] })
  expect(agesShown(facts(T, { tenant: strict }))[0]).toMatchObject({ budget_seconds: 1, within: false })
  expect(agesShown(facts(T, { lists: [lists[1]] }))[0]).toMatchObject({ source: 'un_sc', age_seconds: 20 })
})

test('lists of a time to come are not taken for those of now', () => {
  const ahead = Object.freeze([{ source: 'un_sc', version: '1', loaded_at: iso(T + 90_000), published_at: iso(T - 1_000) }])
  expect(agesShown(facts(T, { lists: ahead })).map(({ data }) => data)).toEqual(['list_publications'])
  expect(agesShown(facts(T + 40_000, { lists: ahead })).map(({ data }) => data)).toEqual(['sanctions_lists', 'list_publications'])
})
