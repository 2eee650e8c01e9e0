import type { ListSource } from './entity.ts'

/** Oldest acceptable age of list data, in seconds: for all sources, and for single ones where set. */
export type StalenessBudget = { max_age_seconds: number; by_source?: Partial<Record<ListSource, number>> }

/** 72 hours: three missed daily refreshes. */
export const DEFAULT_BUDGET: StalenessBudget = { max_age_seconds: 72 * 3600 }

/** A clock that runs a little behind the one that stamped the list is forgiven this much. */
const CLOCK_SKEW_SECONDS = 300

/** `confirmed_at`: when the publisher last gave, or confirmed as current, the version in force (RFC 3339). */
export type ListInForce = { source: ListSource; version: string; confirmed_at: string }

export type ListAge = {
  source: ListSource
  version: string
  age_seconds: number
  budget_seconds: number
  remaining_seconds: number
  stale: boolean
}

export type Freshness = {
  /** `unavailable`: no list, or one that was asked for is not loaded: nothing may be answered. `stale`: at most a review. */
  state: 'fresh' | 'stale' | 'unavailable'
  /** Age of the oldest list used; null when there is none. */
  data_age_seconds: number | null
  lists: ListAge[]
  missing: ListSource[]
}

/**
 * Whether lists are young enough to clear anyone. Fails closed: an unreadable time, a time in the future or a missing list is never fresh.
 * @param required the sources that must be loaded; all loaded ones when absent.
 */
export function freshnessOf({
  lists,
  now,
  budget = DEFAULT_BUDGET,
  required,
}: {
  lists: readonly ListInForce[]
  now: string
  budget?: StalenessBudget
  required?: readonly ListSource[]
}): Freshness {
  const used = required ? lists.filter((list) => required.includes(list.source)) : lists
  const ages = used.map((list) => ageOf(list, Date.parse(now), budget))
  const missing = (required ?? []).filter((source) => !lists.some((list) => list.source === source))
  const data_age_seconds = ages.length === 0 ? null : Math.max(...ages.map((a) => a.age_seconds))
  const state = ages.length === 0 || missing.length > 0 ? 'unavailable' : ages.some((a) => a.stale) ? 'stale' : 'fresh'
  return { state, data_age_seconds, lists: ages, missing }
}

function ageOf({ source, version, confirmed_at }: ListInForce, now: number, budget: StalenessBudget): ListAge {
  const budget_seconds = budget.by_source?.[source] ?? budget.max_age_seconds
  const age = Math.floor((now - Date.parse(confirmed_at)) / 1000)
  if (Number.isNaN(age) || age < -CLOCK_SKEW_SECONDS) {
    return { source, version, age_seconds: Number.MAX_SAFE_INTEGER, budget_seconds, remaining_seconds: 0, stale: true }
  }
  const age_seconds = Math.max(age, 0)
  return {
    source,
    version,
    age_seconds,
    budget_seconds,
    remaining_seconds: Math.max(budget_seconds - age_seconds, 0),
    stale: age_seconds > budget_seconds,
  }
}
