import type { Json } from '#engine/canonical.ts'
import type { Rooms } from '#engine/facts/of-checks.generated.ts'
import type { Room } from '#engine/facts/of-checks.ts'
import { dataBudgetOf } from '#engine/tables/data-kinds.ts'
import type { Fact, Facts } from './fact.ts'
import { ISSUER_FACTS } from './of-issuer.ts'
import { MARKET_FACTS } from './of-markets.ts'
import { OFFERING_FACTS } from './of-offering.ts'
import { INVESTMENT_FACTS, INVESTOR_FACTS, TRANSFER_FACTS } from './of-sale.ts'

/** Every fact about securities that a caller could mean to state, by the object the rules read it from. */
export const FACTS = {
  issuer: ISSUER_FACTS,
  offering: OFFERING_FACTS,
  investor: INVESTOR_FACTS,
  investment: INVESTMENT_FACTS,
  transfer: TRANSFER_FACTS,
} as const satisfies Record<string, Facts>
export type FactObject = keyof typeof FACTS

const OTHER_PATHS: Readonly<Record<string, string>> = {
  'token.legend_ids': 'offering.legend_ids',
  'token.fungible_with_listed': 'offering.fungible_with_listed',
  'transfer.registration_effective_at': 'offering.registration_effective_at',
  'sale.rate_at': 'sale.rate',
  // Of a sale whose rate somebody states, the sheet of the day counts for no more than that word.
  fx: 'sale.rate',
  'investment.payer_person_id': 'investment.paid_by_investor',
  'offering.integration': 'issuer.other_offerings',
  'offering.parallel_506c': 'issuer.other_offerings',
}

/** The fact of the table that answers what a rule asked for, with the path it stands under; null for what is not in it. */
export function factAt(path: string): { path: string; fact: Fact } | null {
  const at = OTHER_PATHS[path] ?? path
  const [object, name] = at.split('.')
  const fact = (FACTS[object as FactObject] as Facts | undefined)?.[name ?? '']
  return fact ? { path: `${object}.${name}`, fact } : null
}

const ROOTS: Readonly<Record<string, string>> = { acquirer: 'investor', deal: 'investment' }
const OBJECTS: Readonly<Record<string, Facts>> = { ...MARKET_FACTS, ...FACTS }

/** What a table says of a fact, of whichever market, by the path a rule reads; undefined for what stands in none. */
export function tableFact(path: string): Fact | undefined {
  const [root = '', name = ''] = path.split('.')
  return OBJECTS[ROOTS[root] ?? root]?.[name]
}

/** The paths by which rules read what is stated under another one. */
export const readAs = (stated: string): string[] => Object.keys(OTHER_PATHS).filter((path) => OTHER_PATHS[path] === stated)

/**
 * What was stated, as the facts of a room. The one place where kept words become facts: they were held to the kinds of this table when
 * they were stated, and one that is not written as its fact is any more is unknown to the engine.
 */
export const asRoom = <R extends keyof Rooms>(_room: R, words: Readonly<Record<string, unknown>>): Room<R> => words as Room<R>

/** Settings without which an organisation is held to the platform's own rules alone, as the engine reads that nobody made them. */
export const SETTINGS_UNSAID: Readonly<Record<string, Json>> = {
  data_budgets: [],
  large_value_usd: 'none',
  markets_used: 'none',
  retention_years: 'none',
}

/** A setting as the engine reads it. A budget that is not written as one any more is unknown to it. */
export const settingRead = (name: string, value: Json): Json =>
  name === 'data_budgets' && Array.isArray(value)
    ? value.map((text) => (typeof text === 'string' ? ((dataBudgetOf(text) as unknown as Json) ?? text) : text))
    : value

/** What an organisation said of itself, as the facts of its room. */
export const asTenantRoom = (words: Readonly<Record<string, Json>>): Room<'tenant'> =>
  asRoom('tenant', {
    ...SETTINGS_UNSAID,
    ...Object.fromEntries(Object.entries(words).map(([name, value]) => [name, settingRead(name, value)])),
  })

/** Facts of an object that somebody states. */
export const statedOf = (facts: Facts): [string, Fact][] => Object.entries(facts).filter(([, fact]) => fact.source === 'stated')

/** What is said of an object, without what is not a matter of saying. */
export const sayable = (facts: Facts, said: Readonly<Record<string, unknown>>): Record<string, Json> =>
  Object.fromEntries(Object.entries(said as Record<string, Json>).filter(([name]) => facts[name]?.source === 'stated'))

/** What the sandbox takes for granted of an object. */
export const ordinaryOf = (facts: Facts): Record<string, Json> =>
  Object.fromEntries(Object.entries(facts).flatMap(([name, { ordinary }]) => (ordinary === undefined ? [] : [[name, ordinary]])))

/** Settings that were not made. */
export const unsaidOf = (facts: Facts): Record<string, Json> =>
  Object.fromEntries(Object.entries(facts).flatMap(([name, { unsaid }]) => (unsaid === undefined ? [] : [[name, unsaid]])))
