import type { z } from 'zod'
import type { dataAge } from '#core/kernel/answers.ts'
import { isoTime } from '#core/kernel/iso-time.ts'
import { type DataAge, dataAges } from '#engine/calculations/data-age.ts'
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

/** How old the data is that a decision was made from, by what it was made from. */
export function agesShown(facts: Facts): ShownAge[] {
  const said = (facts.tenant as { data_budgets?: unknown } | null | undefined)?.data_budgets
  const budgets = (Array.isArray(said) ? said : []) as readonly DataBudget[]
  const now = Date.parse(facts.as_of)
  return dataAges(facts).map((age) => ageShown(age, now, budgets))
}
