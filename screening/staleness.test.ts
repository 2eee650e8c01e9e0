import { describe, expect, it } from 'vitest'
import { currentAt, DEFAULT_BUDGET, freshnessOf } from './staleness.ts'

const AT = '2026-08-22T00:00:00.000Z'

describe('staleness', () => {
  const inForce = (current_at: string) => [{ source: 'un_sc' as const, version: 'v1', current_at }]

  it('is fresh to the last second of the budget and stale after it', () => {
    const at = (seconds: number) => freshnessOf({ lists: inForce(AT), now: new Date(Date.parse(AT) + seconds * 1000).toISOString() })
    const budget = DEFAULT_BUDGET.max_age_seconds
    expect(at(0)).toMatchObject({ state: 'fresh', data_age_seconds: 0, lists: [{ remaining_seconds: budget }] })
    expect(at(budget)).toMatchObject({ state: 'fresh', lists: [{ remaining_seconds: 0 }] })
    expect(at(budget + 1)).toMatchObject({ state: 'stale', data_age_seconds: budget + 1, lists: [{ stale: true }] })
  })

  it('fails closed: nothing loaded, a list missing, a time unreadable or in the future', () => {
    expect(freshnessOf({ lists: [], now: AT })).toMatchObject({ state: 'unavailable', data_age_seconds: null })
    expect(freshnessOf({ lists: inForce(AT), now: AT, required: ['un_sc', 'eu_fsf'] })).toMatchObject({
      state: 'unavailable',
      missing: ['eu_fsf'],
    })
    expect(freshnessOf({ lists: inForce('never'), now: AT }).state).toBe('stale')
    expect(freshnessOf({ lists: inForce(AT), now: 'never' }).state).toBe('stale')
    expect(freshnessOf({ lists: inForce('2026-08-22T00:05:01Z'), now: AT }).state).toBe('stale')
    expect(freshnessOf({ lists: inForce('2026-08-22T00:04:00Z'), now: AT })).toMatchObject({ state: 'fresh', data_age_seconds: 0 })
  })

  it('a source may have its own budget, and the oldest list gives the age', () => {
    const lists = [...inForce(AT), { source: 'eu_fsf' as const, version: 'v2', current_at: '2026-08-21T23:00:00Z' }]
    const budget = { max_age_seconds: 86_400, by_source: { eu_fsf: 3599 } }
    expect(freshnessOf({ lists, now: AT, budget })).toMatchObject({ state: 'stale', data_age_seconds: 3600 })
    expect(freshnessOf({ lists, now: AT, budget, required: ['un_sc'] })).toMatchObject({ state: 'fresh', data_age_seconds: 0 })
  })
})

describe('C8 a list is as current as its publication and its last confirmation allow', () => {
  const list = {
    loaded_at: '2026-11-22T12:00:00.000Z',
    first_loaded_at: '2026-10-01T12:00:00.000Z',
    published_at: '2026-08-01T23:00:00.000Z',
  }

  it.each([
    ['confirmed, and published not long ago', { source: 'un_sc', ...list }, list.loaded_at],
    [
      'given again, and published long ago',
      { source: 'un_sc', ...list, published_at: '2026-01-01T00:00:00.000Z' },
      '2026-09-18T00:00:00.000Z',
    ],
    ['dated by its own XML', { source: 'us_ofac_sdn', ...list, dated_by: 'list' }, '2026-09-30T23:00:00.000Z'],
    ['dated by its publisher’s server', { source: 'us_ofac_sdn', ...list, dated_by: 'server' }, '2026-09-30T23:00:00.000Z'],
    ['of a format without a date, in a folder', { source: 'us_ofac_sdn', ...list, dated_by: 'file' }, list.loaded_at],
    [
      'the same, in a folder nobody fills any more',
      { source: 'us_ofac_sdn', ...list, dated_by: 'file', first_loaded_at: '2026-09-01T12:00:00.000Z' },
      '2026-10-31T12:00:00.000Z',
    ],
    [
      'the same, stored before it was noted whose word the day is',
      { source: 'us_csl', ...list, first_loaded_at: '2026-09-01T12:00:00.000Z' },
      '2026-10-31T12:00:00.000Z',
    ],
    [
      'dated years ahead',
      { source: 'eu_fsf', ...list, published_at: '2036-01-01T00:00:00.000Z', first_loaded_at: '2026-09-01T12:00:00.000Z' },
      '2026-10-31T12:00:00.000Z',
    ],
    ['with a day that cannot be read', { source: 'eu_fsf', ...list, published_at: 'yesterday' }, '1970-01-01T00:00:00.000Z'],
    ['the sample', { source: 'sandbox_sample', ...list, published_at: '2020-01-01T00:00:00.000Z' }, list.loaded_at],
  ] as const)('%s', (_, given, expected) => {
    expect(currentAt(given)).toBe(expected)
  })
})
