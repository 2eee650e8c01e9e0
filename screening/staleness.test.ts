import { describe, expect, it } from 'vitest'
import { DEFAULT_BUDGET, freshnessOf } from './staleness.ts'

const AT = '2026-08-22T00:00:00.000Z'

describe('staleness', () => {
  const inForce = (confirmed_at: string) => [{ source: 'un_sc' as const, version: 'v1', confirmed_at }]

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
    const lists = [...inForce(AT), { source: 'eu_fsf' as const, version: 'v2', confirmed_at: '2026-08-21T23:00:00Z' }]
    const budget = { max_age_seconds: 86_400, by_source: { eu_fsf: 3599 } }
    expect(freshnessOf({ lists, now: AT, budget })).toMatchObject({ state: 'stale', data_age_seconds: 3600 })
    expect(freshnessOf({ lists, now: AT, budget, required: ['un_sc'] })).toMatchObject({ state: 'fresh', data_age_seconds: 0 })
  })
})
