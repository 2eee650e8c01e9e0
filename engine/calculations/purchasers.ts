import type { Day } from '../dates.ts'

export type Purchase = { readonly person_id: string; readonly date: Day; readonly counted: boolean }

/**
 * The largest number of counted persons in any window of `days` calendar days that holds the sale day (17 CFR 230.506(b)(2)(i)),
 * with the buyers of this sale among them.
 */
export function purchasersAt(sales: readonly Purchase[], buyers: readonly string[], on: Day, days: number): number {
  const counted = sales.filter((sale) => sale.counted && sale.date > on - days && sale.date < on + days)
  let most = 0
  for (let first = on - days + 1; first <= on; first++) {
    const persons = new Set(buyers)
    for (const sale of counted) if (sale.date >= first && sale.date < first + days) persons.add(sale.person_id)
    if (persons.size > most) most = persons.size
  }
  return most
}

/** First day on which the buyers would fit under the limit if no other sale were made; null when they alone exceed it. */
export function firstDayUnder(sales: readonly Purchase[], buyers: readonly string[], on: Day, days: number, limit: number): Day | null {
  if (new Set(buyers).size > limit) return null
  let day = on + 1
  while (purchasersAt(sales, buyers, day, days) > limit) day++
  return day
}
