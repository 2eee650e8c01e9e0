import type { z } from 'zod'
import type { dataAge } from '#core/kernel/answers.ts'
import { isoTime } from '#core/kernel/iso-time.ts'
import { type DataAge, listAges, otherAges } from '#engine/calculations/data-age.ts'
import type { Facts } from '#engine/facts.ts'
import type { DataBudget } from '#engine/tables/data-kinds.ts'

export type ShownAge = z.output<typeof dataAge>

/** One age at a moment, ms, beside the budget that the organisation gave it. */
function ageShown({ data, source, at }: DataAge, now: number, budgets: readonly DataBudget[]): ShownAge {
  const budget = budgets.find((one) => one.data === data)
  const age = Math.max(0, now - at)
  return {
    data,
    source,
    as_of: isoTime(at),
    age_seconds: Math.floor(age / 1000),
    budget_seconds: budget?.seconds ?? null,
    over: budget?.over ?? null,
    within: budget ? age <= budget.seconds * 1000 : true,
  }
}

/** The ages of some lists as they are shown from a moment until another, ms. */
type ShownBefore = { lists: unknown; from: number; until: number; shown: ShownAge[] }
/** By the room of an organisation, which is one object for the calls of a day and has the budgets. */
const shownTo = new WeakMap<object, ShownBefore>()

/** The next moment at which an age is shown otherwise: a second later, or past its budget. */
function changesAt({ data, at }: DataAge, now: number, budgets: readonly DataBudget[]): number {
  const second = at + (Math.floor(Math.max(0, now - at) / 1000) + 1) * 1000
  const over = at + (budgets.find((one) => one.data === data)?.seconds ?? Number.POSITIVE_INFINITY) * 1000 + 1
  return over > now ? Math.min(second, over) : second
}

/** How old the lists are, shown once for all decisions of a second that rest on the same ones. */
function listsShown(facts: Facts, now: number, budgets: readonly DataBudget[]): ShownAge[] {
  const { lists, tenant } = facts as { lists?: object; tenant?: object | null }
  const before = tenant && shownTo.get(tenant)
  if (before && before.lists === lists && now >= before.from && now < before.until) return before.shown
  const ages = listAges(facts)
  const shown = ages.map((age) => ageShown(age, now, budgets))
  // One that is missing was of a time to come, and may be there the next moment.
  if (tenant && ages.length === LIST_AGES && Object.isFrozen(lists) && Object.isFrozen(tenant)) {
    const until = Math.min(...ages.map((age) => changesAt(age, now, budgets)))
    Object.freeze(shown)
    shownTo.set(tenant, { lists, from: now, until, shown })
  }
  return shown
}

/** Since when lists are known to be current, and since when they stand. */
const LIST_AGES = 2

/** How old the data is that a decision was made from, by what it was made from. */
export function agesShown(facts: Facts): ShownAge[] {
  const said = (facts.tenant as { data_budgets?: unknown } | null | undefined)?.data_budgets
  const budgets = (Array.isArray(said) ? said : []) as readonly DataBudget[]
  const now = Date.parse(facts.as_of)
  const ofLists = listsShown(facts, now, budgets)
  const others = otherAges(facts)
  return others.length ? [...ofLists, ...others.map((age) => ageShown(age, now, budgets))] : ofLists
}
