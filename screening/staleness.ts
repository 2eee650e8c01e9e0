import type { ListSource, ListStamp, SanctionsList } from './entity.ts'
import { isDated } from './lists/judge.ts'

const DAY_MS = 86_400_000

/**
 * For how many days after its publication a version may count as the publisher's current one: twice the longest silence known of each. Measured
 * on the days the lists themselves name: the UN's 130 days (2021-06-17 to 2021-10-25), the UK's 53 (2021-09-02 to 2021-10-25). The United
 * States and the European Union publish several times a month; the sectoral list stays for months. A list of politically exposed persons is
 * the operator's to renew: elections and governments change every month somewhere.
 */
const PUBLISHED_DAYS: Record<Exclude<ListSource, 'sandbox_sample'>, number> = {
  un_sc: 260,
  gb_fcdo: 106,
  us_ofac_sdn: 60,
  eu_fsf: 60,
  us_csl: 60,
  us_ofac_cons: 365,
  pep: 60,
}

type Dated = Pick<SanctionsList, 'source' | 'dated_by' | 'published_at' | 'loaded_at'> & { first_loaded_at: string }

/**
 * The last moment a version is known to be current: when it was last given or confirmed (`loaded_at`), but no later than its publication
 * allows. Giving an old file again makes it no younger. Where the format has no date, and no server said one, or the date lies ahead, its bytes
 * were published no later than they were first loaded here: a folder nobody fills any more grows old.
 */
export function currentAt(list: Dated): string {
  if (list.source === 'sandbox_sample') return list.loaded_at
  const first = Date.parse(list.first_loaded_at)
  const until = (isDated(list) ? Math.min(Date.parse(list.published_at), first) : first) + PUBLISHED_DAYS[list.source] * DAY_MS
  // An unreadable day is no day to count from: as old as can be.
  if (Number.isNaN(until)) return new Date(0).toISOString()
  return until < Date.parse(list.loaded_at) ? new Date(until).toISOString() : list.loaded_at
}

/** The version as it was last given or confirmed at `when` (RFC 3339). */
export const confirmedAt = <S extends Dated>(stamp: S, when: string): S & { current_at: string } => ({
  ...stamp,
  loaded_at: when,
  current_at: currentAt({ ...stamp, loaded_at: when }),
})

/** What an answer says of a list. */
export const stampOf = (list: SanctionsList): ListStamp =>
  confirmedAt({ ...list, entries: list.entries.length, first_loaded_at: list.loaded_at }, list.loaded_at)

/** Oldest acceptable age of list data, in seconds: for all sources, and for single ones where set. */
export type StalenessBudget = { max_age_seconds: number; by_source?: Partial<Record<ListSource, number>> }

/** 72 hours: three missed daily refreshes. */
export const DEFAULT_BUDGET: StalenessBudget = { max_age_seconds: 72 * 3600 }

/** A clock that runs a little behind the one that stamped the list is forgiven this much. */
const CLOCK_SKEW_SECONDS = 300

/** `current_at`: the last moment the version in force is known to be the publisher's current one (RFC 3339). */
export type ListInForce = { source: ListSource; version: string; current_at: string }

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

function ageOf({ source, version, current_at }: ListInForce, now: number, budget: StalenessBudget): ListAge {
  const budget_seconds = budget.by_source?.[source] ?? budget.max_age_seconds
  const age = Math.floor((now - Date.parse(current_at)) / 1000)
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
