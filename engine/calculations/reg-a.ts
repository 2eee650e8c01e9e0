import { addMonths, type Day } from '../dates.ts'
import { formatMicro, micro } from '../money.ts'
import { broken, pass, type Verdict } from '../rule.ts'

export type RegASale = { readonly date: Day; readonly amount: bigint }

/**
 * The dollar limits of 17 CFR 230.251(a): this offering with what was sold under the issuer's other offering
 * statements, of either tier, in the twelve months before its start (the day exactly twelve months back included) and since, and the affiliates' share of it. Micro-units.
 */
export function regAVerdict(
  f: { most: bigint; start: Day; prior: readonly RegASale[]; resale: bigint },
  p: { cap: string; affiliates: string; months: number },
): Verdict {
  const since = addMonths(f.start, -p.months)
  let total = f.most
  for (const sale of f.prior) if (sale.date >= since) total += sale.amount
  if (total > micro(p.cap)) return broken({ total: formatMicro(total), cap: formatMicro(micro(p.cap)), which: 'all sales' })
  if (f.resale > micro(p.affiliates)) {
    return broken({ total: formatMicro(f.resale), cap: formatMicro(micro(p.affiliates)), which: 'sales of affiliates' })
  }
  return pass
}
