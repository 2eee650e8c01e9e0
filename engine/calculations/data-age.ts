import { type Instant, isoDay, legalDay, parseDay, parseInstant } from '../dates.ts'
import { type Check, type Facts, k, type Now, SUBJECTS } from '../facts.ts'
import { countryRiskTable } from '../tables/country-risk.ts'
import type { DataBudget, DataKind } from '../tables/data-kinds.ts'

/** How old one kind of data is: its oldest source, and since when, in ms. */
export interface DataAge {
  readonly data: DataKind
  readonly source: string
  readonly at: Instant
}

const DAY_MS = 86_400_000

/** What checks read besides lists: those that convert amounts, and those that weigh places by the table of country risk. */
const READ_BY: Readonly<Partial<Record<DataKind, ReadonlySet<Check>>>> = {
  exchange_rates: new Set<Check>(['payment', 'nft.sale', 'defi.access', 'investment.accept']),
  country_risk: new Set<Check>(['wallet.verify', 'investor.verify', 'payment', 'nft.sale', 'defi.access']),
}

/** Whether a check is made from data of a kind. */
export const isReadBy = (data: DataKind, check: Check): boolean => READ_BY[data]?.has(check) ?? true

interface Dated {
  readonly source: string
  readonly at: Instant
}

/** The oldest of some sources. What lies ahead of the decision says nothing of an age: it is null then, as where there is none. */
function oldest(all: readonly Dated[], now: Now): Dated | null {
  let found: Dated | null = null
  for (const one of all) {
    if (one.at > now.ms + 60_000) return null
    if (!found || one.at < found.at) found = one
  }
  return found
}

/** Lists as their age is read: since when nobody knows them to be current, and since when they stand. */
export const datedLists = {
  checked: k.list(k.record({ source: k.text, loaded_at: k.instant })),
  published: k.list(k.record({ source: k.text, published_at: k.instant })),
}
export const datedRates = k.list(k.record({ source: k.text, date: k.day }))

type Checked = { readonly source: string; readonly loaded_at: Instant }
type Published = { readonly source: string; readonly published_at: Instant }
const sinceChecked = (lists: readonly Checked[]): Dated[] => lists.map(({ source, loaded_at: at }) => ({ source, at }))
const sincePublished = (lists: readonly Published[]): Dated[] => lists.map(({ source, published_at: at }) => ({ source, at }))

export const ageOfLists = (lists: readonly Checked[], now: Now): DataAge | null => aged('sanctions_lists', oldest(sinceChecked(lists), now))

export const ageOfPublications = (lists: readonly Published[], now: Now): DataAge | null =>
  aged('list_publications', oldest(sincePublished(lists), now))

/** The newest sheet counts: a decision converts by that. */
export function ageOfRates(rates: readonly { source: string; date: number }[], now: Now): DataAge | null {
  const newest = rates.reduce<{ source: string; date: number } | null>((a, b) => (!a || b.date > a.date ? b : a), null)
  return aged('exchange_rates', newest && oldest([{ source: newest.source, at: newest.date * DAY_MS }], now))
}

export function ageOfCountryRisk(now: Now): DataAge | null {
  const table = countryRiskTable(isoDay(now.day))
  return aged('country_risk', table && { source: table.version, at: parseDay(table.published)! * DAY_MS })
}

const aged = (data: DataKind, found: Dated | null): DataAge | null => (found ? { data, ...found } : null)

/** In which checks somebody is looked at anew; in others a credential says who they are. */
export const LOOKED_AT: ReadonlySet<Check> = new Set(['wallet.verify', 'investor.verify'])

const inRoom = (room: unknown, name: string): unknown =>
  typeof room === 'object' && room !== null ? (room as Readonly<Record<string, unknown>>)[name] : undefined
const instantOf = (text: unknown): Instant | null => (typeof text === 'string' ? parseInstant(text) : null)

function ageOfIdentity(facts: Facts, now: Now): DataAge | null {
  let found: Dated | null = null
  // A check that nobody knows has no subjects.
  for (const party of SUBJECTS[now.check] ?? []) {
    const at = instantOf(
      LOOKED_AT.has(now.check)
        ? inRoom(inRoom(facts[party], 'verification'), 'checked_at')
        : inRoom(inRoom(facts[party], 'credential'), 'issued_at'),
    )
    if (at !== null && (!found || at < found.at)) found = { source: party, at }
  }
  return aged('identity', found)
}

type ReadLists = readonly [checked: readonly Dated[], published: readonly Dated[]]
const readBefore = new WeakMap<object, ReadLists>()

/** Lists are the same object in the decisions of many calls. */
function readLists(facts: Facts, now: Now): ReadLists {
  const { lists } = facts
  const before = lists && readBefore.get(lists)
  if (before) return before
  const hand = { facts, now }
  const read = [
    sinceChecked(datedLists.checked.parse(lists, hand) ?? []),
    sincePublished(datedLists.published.parse(lists, hand) ?? []),
  ] as const
  if (lists && Array.isArray(lists)) readBefore.set(lists, read)
  return read
}

function nowOf(facts: Facts): Now | null {
  const ms = instantOf(facts.as_of)
  return ms === null ? null : { ms, day: legalDay(ms), check: facts.check }
}

const known = (ages: readonly (DataAge | null)[]): DataAge[] => ages.filter((age) => age !== null)

/** How old the lists are that a decision rests on: of each kind the oldest source. What nobody knows the age of is left out. */
export function listAges(facts: Facts): DataAge[] {
  const now = nowOf(facts)
  if (!now) return []
  const [checked, published] = readLists(facts, now)
  return known([aged('sanctions_lists', oldest(checked, now)), aged('list_publications', oldest(published, now))])
}

/** The same of all else that it was made from. */
export function otherAges(facts: Facts): DataAge[] {
  const now = nowOf(facts)
  if (!now) return []
  const rates = isReadBy('exchange_rates', now.check) ? (datedRates.parse(facts.fx, { facts, now }) ?? []) : []
  return known([isReadBy('country_risk', now.check) ? ageOfCountryRisk(now) : null, ageOfRates(rates, now), ageOfIdentity(facts, now)])
}

/** Whether data of this age is within its budget at a moment; what has none is. */
export const isWithin = ({ at }: Pick<DataAge, 'at'>, budget: Pick<DataBudget, 'seconds'> | undefined, now: Now): boolean =>
  budget === undefined || now.ms - at <= budget.seconds * 1000

/** An age as people say it: hours, and days beyond three. */
export function sayAge(ms: number): string {
  const hours = Math.floor(ms / 3_600_000)
  const [count, unit] = hours > 72 ? [Math.floor(hours / 24), 'day'] : [hours, 'hour']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
