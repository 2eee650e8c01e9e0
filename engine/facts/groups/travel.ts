/** Facts of the travel rule and what follows from them: regimes, fields due, fields missing. */
import type { JsonObject } from '../../calculations/ivms.ts'
import { type Amounts, missingFields, requiredFields, selectRegimes } from '../../calculations/travel-rule.ts'
import type { Money } from '../../facts.ts'
import type { TravelRegime } from '../../tables/travel-rule.ts'
import { fact } from '../vocabulary.ts'
import { tx } from './payment.ts'

export const travel = {
  direction: tx.direction,
  seats: fact('tx.travel.seats'),
  selfHosted: fact('tx.travel.self_hosted'),
  message: fact('tx.travel.message'),
  leiKnown: fact('tx.travel.lei_known'),
  money: fact('tx.amount'),
  usd: tx.usd,
  eur: tx.eur,
  local: fact('tx.local_amounts'),
}
type TravelFacts = {
  readonly seats: readonly string[]
  readonly selfHosted: 'none' | 'originator' | 'beneficiary'
  readonly message: JsonObject
  readonly leiKnown: boolean
  readonly money: Money
  readonly usd: bigint
  readonly eur: bigint
  readonly local: readonly { readonly currency: string; readonly amount: bigint }[]
}

/** Amounts of the transfer plus what was linked to it, read only in the currencies that the regimes need. */
export function travelAmounts(
  f: TravelFacts,
  regimes: readonly TravelRegime[],
  linked: { usd: bigint; eur: bigint } = { usd: 0n, eur: 0n },
): Amounts {
  const amounts: Record<string, bigint> = {}
  const currencies = new Set(regimes.map((r) => r.full?.currency))
  if (currencies.has('USD') || currencies.has('USD_OR_EUR')) amounts.USD = f.usd + linked.usd
  if (currencies.has('EUR') || (currencies.has('USD_OR_EUR') && f.money.currency === 'EUR')) amounts.EUR = f.eur + linked.eur
  for (const currency of currencies) {
    if (currency === undefined || currency === 'USD' || currency === 'EUR' || currency === 'USD_OR_EUR') continue
    if (currency === f.money.currency) amounts[currency] = f.money.micro
    for (const l of f.local) if (l.currency === currency) amounts[currency] = l.amount
  }
  return amounts
}

/** Regimes, whether the full set is due, and the pointers still missing. */
export function travelState(f: TravelFacts, linked?: { usd: bigint; eur: bigint }) {
  const regimes = selectRegimes(f.seats)
  const due = requiredFields(regimes, travelAmounts(f, regimes, linked))
  const selfHostedSide = f.selfHosted === 'none' ? null : f.selfHosted
  const missing = due.fields.length === 0 ? [] : missingFields(f.message, due.fields, { selfHostedSide, leiKnown: f.leiKnown })
  return { regimes, ...due, missing, ids: regimes.map((r) => r.id) }
}

/** Dotted paths of missing fields, as a verdict lists them. */
export function missingPaths(pointers: readonly string[]): string[] {
  return pointers.map((p) => `tx.travel.message${p.replaceAll('/', '.')}`)
}
