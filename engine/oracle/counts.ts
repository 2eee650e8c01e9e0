// Counting people by writing the whole register out again, as a clerk would.

export type Entry = { person_id: string; units: bigint; accredited: boolean }

/** The register after a deal: one line a person, then counted. */
export function registerAfter(
  entries: readonly Entry[],
  deal: { to: string; toAccredited: boolean; quantity: bigint; from: string | null },
): { all: number; nonaccredited: number } {
  const persons = [...new Set([...entries.map((entry) => entry.person_id), deal.to])]
  const lines = persons.map((person) => {
    const own = entries.filter((entry) => entry.person_id === person && entry.units > 0n)
    let units = own.map((entry) => entry.units).reduce((a, b) => a + b, 0n)
    const flags = own.map((entry) => entry.accredited)
    if (person === deal.from && person !== deal.to) units -= deal.quantity < units ? deal.quantity : units
    if (person === deal.to) {
      if (person !== deal.from) units += deal.quantity
      flags.push(deal.toAccredited)
    }
    return { units, accredited: flags.every(Boolean) }
  })
  const holding = lines.filter((line) => line.units > 0n)
  return { all: holding.length, nonaccredited: holding.filter((line) => !line.accredited).length }
}

/** Persons in the fullest run of `days` days that holds the sale, by looking at every run and every day in it. */
export function fullestWindow(sales: readonly { person_id: string; day: number }[], buyer: string, on: number, days: number): number {
  let most = 0
  for (let start = on - (days - 1); start <= on; start++) {
    const seen = [buyer]
    for (let day = start; day < start + days; day++) {
      for (const sale of sales) if (sale.day === day && !seen.includes(sale.person_id)) seen.push(sale.person_id)
    }
    if (seen.length > most) most = seen.length
  }
  return most
}
