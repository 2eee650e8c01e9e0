import type { Json } from './canonical.ts'
import { businessDaysBetween, type Day, type Instant, legalDay, parseDay, parseInstant } from './dates.ts'
import type { LeastKind } from './facts/entry.ts'
import { Missing } from './facts/missing.ts'
import { convert, parseMicro } from './money.ts'
import { COUNTRY_CODES } from './tables/country-codes.ts'
import { isRegion } from './tables/regions.ts'
import { usStateOf } from './tables/us-states.ts'

/** What a decision can be about. */
export const CHECKS = [
  'offering.create',
  'offering.open',
  'offering.change',
  'investment.accept',
  'transfer',
  'token.issue',
  'wallet.verify',
  'sanctions.check',
  'nft.creator',
  'nft.sale',
  'defi.access',
  'gaming.age',
  'payment',
  'credential.use',
  'investor.verify',
  'monitoring',
  'reserve.statement',
] as const
export type Check = (typeof CHECKS)[number]

/** The parties of a check. A rule marked `perSubject` runs once for each of them. */
export const SUBJECTS: Readonly<Record<Check, readonly string[]>> = {
  'offering.create': ['issuer'],
  'offering.open': ['issuer'],
  'offering.change': ['issuer'],
  'investment.accept': ['investor'],
  transfer: ['from', 'to'],
  'token.issue': ['investor'],
  'wallet.verify': ['subject'],
  'sanctions.check': ['subject'],
  'nft.creator': ['creator'],
  'nft.sale': ['creator', 'seller', 'buyer'],
  'defi.access': ['subject'],
  'gaming.age': ['subject'],
  payment: ['from', 'to'],
  'credential.use': ['subject'],
  'investor.verify': ['investor'],
  monitoring: ['subject'],
  'reserve.statement': [],
}

/**
 * The person who acquires and the deal itself stand under different names in different checks;
 * rules that run in several write `acquirer.` and `deal.`.
 */
export const ROOTS: Partial<Record<Check, Readonly<Record<string, string>>>> = {
  transfer: { acquirer: 'to', deal: 'transfer' },
  'investment.accept': { acquirer: 'investor', deal: 'investment' },
  'token.issue': { acquirer: 'investor', deal: 'investment' },
}

export type ListVersion = { source: string; version: string; sha256?: string; published_at?: string; loaded_at?: string }

/**
 * Everything a decision is made from: plain JSON. `as_of` (RFC 3339) is the only clock, `lists` the versions that were read,
 * `sources` says where facts came from (the longest matching path wins), `fx` holds exchange rates.
 */
export type Facts = {
  readonly check: Check
  readonly as_of: string
  readonly lists?: readonly ListVersion[]
  readonly sources?: Readonly<Record<string, string>>
  readonly fx?: readonly { from: string; to: string; rate: string; source: string; date: string }[]
  readonly [room: string]: Json | undefined
}

/** The moment of a decision: instant and legal (New York) day. */
export type Now = { readonly ms: Instant; readonly day: Day; readonly check: Check }

/** The parameters, in the ruleset of this decision, of the rule with a code: what a value worked out for several rules depends on. */
// biome-ignore lint/suspicious/noExplicitAny: the reader of parameters knows their types, the engine does not
export type ParamsOf = (code: string) => any

/** What a value may be read beside: the other facts, and the moment. */
export type AtHand = { readonly facts: Facts; readonly now: Now }

/** How one value is read. `parse` gives undefined for anything absent, null or unknown: the rule then asks for it. */
export type Kind<T, W = Json> = {
  readonly name: string
  readonly parse: (raw: unknown, hand: AtHand) => T | undefined
  readonly big?: boolean
  /** How the value is written in JSON: for types alone, never there. */
  readonly written?: W
}

/** One fact that a rule reads. */
export type Need<T> = {
  readonly path: string
  readonly kind: Kind<T>
  readonly id: number
  readonly keys: readonly string[]
  readonly personal: boolean
  readonly missing: Missing
  /** The kind of source that is asked for; null where any will do. */
  readonly least: LeastKind | null
  /** Set on a value that is worked out from other facts, once a decision. */
  readonly derived?: Derived
}
export type Derived = {
  readonly needs: Needs
  readonly list: readonly Need<unknown>[]
  readonly compute: (facts: never, now: Now, paramsOf: ParamsOf) => unknown
}
export type Needs = { readonly [name: string]: Need<unknown> }
export type Read<N extends Needs> = { readonly [K in keyof N]: N[K] extends Need<infer T> ? T : never }

const FX_MISSING = new Missing('fx', 'FX_RATE_REQUIRED')
const FX_CONTRADICTS = new Missing('fx', 'FACTS_CONTRADICT')

const interned = new Map<string, Need<unknown>>()
/** How many needs there are by now: each has a place of its own in what a decision knows. */
export const countNeeds = (): number => interned.size
/** As many as two words of bits can note. */
export const MOST_NEEDS = 62

/** Runs a reading that may stop for a missing fact, and gives that fact instead of stopping. */
export function attempt<T>(read: () => T): T | Missing {
  try {
    return read()
  } catch (problem) {
    if (problem instanceof Missing) return problem
    throw problem
  }
}

/** A fact at a dotted path. The same path, kind and asking is the same need everywhere, so it is read once a decision. */
export function need<T>(path: string, kind: Kind<T>, personal = false, least: LeastKind | null = null): Need<T> {
  const key = `${path}|${kind.name}|${personal}${least ? `|${least}` : ''}`
  let found = interned.get(key)
  if (!found) {
    const keys = path.split('.')
    if (keys.some((name) => name in Object.prototype)) throw new RangeError(`${path} uses a name that every object has.`)
    found = { path, kind, id: interned.size, keys, personal, missing: new Missing(path), least, derived: undefined }
    interned.set(key, found)
  }
  return found as Need<T>
}

/** A kind of one's own: a shape that the kinds below do not cover. */
export function kind<T, W = Json>(name: string, parse: Kind<T>['parse'], big = false): Kind<T, W> {
  return { name, parse, big }
}

/** Money as it is written: an amount in its own currency. */
export type MoneyText = { readonly amount: string; readonly currency: string }
export type Money = { readonly micro: bigint; readonly currency: string }

const text = kind<string, string>('text', (raw) => (typeof raw === 'string' && raw.trim() !== '' ? raw : undefined))
const sha256 = kind<string, string>('sha256', (raw) => (typeof raw === 'string' && /^[0-9a-f]{64}$/.test(raw) ? raw : undefined))
const bool = kind<boolean, boolean>('bool', (raw) => (typeof raw === 'boolean' ? raw : undefined))
/** A count. What may lie below zero is a `signedInt`. */
const int = kind<number, number>('int', (raw) => (typeof raw === 'number' && Number.isSafeInteger(raw) && raw >= 0 ? raw : undefined))
const signedInt = kind<number, number>('signed int', (raw) => (typeof raw === 'number' && Number.isSafeInteger(raw) ? raw : undefined))
const bps = kind<number, number>('bps', (raw) =>
  typeof raw === 'number' && Number.isInteger(raw) && raw >= 0 && raw <= 10_000 ? raw : undefined,
)
const country = kind<string, string>('country', (raw) => (typeof raw === 'string' && COUNTRY_CODES.has(raw) ? raw : undefined))
/** Of ISO 3166-2, in capital letters; of Ukraine and the United States, on whose regions rules rest, only those that exist. */
const region = kind<string, string>('region', (raw) => (typeof raw === 'string' && isRegion(raw) ? raw : undefined))
/** A country or a region of one. */
const place = kind<string, string>('place', (raw) =>
  typeof raw === 'string' && (COUNTRY_CODES.has(raw) || isRegion(raw)) ? raw : undefined,
)
/** A state or territory of the United States by its code or name; read as its code. */
const usState = kind<string, string>('US state', (raw) => (typeof raw === 'string' ? (usStateOf(raw) ?? undefined) : undefined))
const day = kind<Day, string>('day', (raw) => {
  if (typeof raw !== 'string') return undefined
  if (raw.length === 10) return parseDay(raw) ?? undefined
  const at = parseInstant(raw)
  return at === null ? undefined : legalDay(at)
})
const instant = kind<Instant, string>('instant', (raw) => (typeof raw === 'string' ? (parseInstant(raw) ?? undefined) : undefined))
/** A day on which something was done. Somewhere on earth it is tomorrow already, and nowhere later than that. */
const pastDay = kind<Day, string>('past day', (raw, hand) => {
  const on = day.parse(raw, hand)
  return on !== undefined && on <= hand.now.day + 1 ? on : undefined
})
/** The same as it is written: a day of another place than New York's is compared, never counted. */
const pastDate = kind<string, string>('past date', (raw, hand) =>
  typeof raw === 'string' && parseDay(raw) !== null && pastDay.parse(raw, hand) !== undefined ? raw : undefined,
)
/** A moment at which something was done. Two clocks may differ by a minute. */
const pastInstant = kind<Instant, string>('past instant', (raw, hand) => {
  const at = instant.parse(raw, hand)
  return at !== undefined && at <= hand.now.ms + 60_000 ? at : undefined
})
const units = kind<bigint, string | number>('units', (raw) => {
  if (typeof raw === 'number') return Number.isSafeInteger(raw) && raw >= 0 ? BigInt(raw) : undefined
  if (typeof raw !== 'string' || raw.length === 0 || raw.length > 30) return undefined
  for (let i = 0; i < raw.length; i++) {
    const code = raw.charCodeAt(i)
    if (code < 48 || code > 57) return undefined
  }
  return raw.length < 16 ? BigInt(Number(raw)) : BigInt(raw)
})
const signedDecimal = kind<bigint, string>('signed decimal', (raw) =>
  typeof raw === 'string' ? (parseMicro(raw) ?? undefined) : undefined,
)
/** What cannot be owed. An amount that may lie below zero is signed, and its name says so. */
const decimal = unsigned<string>('decimal', signedDecimal, (value) => value)
const signedMoney = kind<Money, MoneyText>('signed money', (raw): Money | undefined => {
  if (raw === null || typeof raw !== 'object') return undefined
  const { amount, currency } = raw as { amount?: unknown; currency?: unknown }
  if (typeof amount !== 'string' || typeof currency !== 'string' || !/^[A-Z]{3,5}$/.test(currency)) return undefined
  const value = parseMicro(amount)
  return value === null ? undefined : { micro: value, currency }
})
const money = unsigned<MoneyText, Money>('money', signedMoney, (value) => value.micro)

function unsigned<W, T = bigint>(name: string, signed: Kind<T, W>, size: (value: T) => bigint): Kind<T, W> {
  return kind(name, (raw, hand) => {
    const value = signed.parse(raw, hand)
    return value === undefined || size(value) < 0n ? undefined : value
  })
}

function moneyIn(target: string, written = money): Kind<bigint, MoneyText> {
  return kind(`${written.name} in ${target}`, (raw, hand) => {
    const value = written.parse(raw, hand)
    if (value === undefined) return undefined
    return value.currency === target ? value.micro : exchange(value, target, hand)
  })
}

/**
 * Exchange by the newest rate in the facts, at most one business day old; the decision asks for a rate otherwise. Two different rates of
 * one day contradict each other, and a person looks.
 */
function exchange(value: Money, target: string, hand: AtHand): bigint {
  const rates = hand.facts.fx
  if (!Array.isArray(rates)) throw FX_MISSING
  let newest: { date: Day; micro: bigint } | null = null
  let contradicted = false
  for (const fx of rates) {
    if (fx?.from !== value.currency || fx.to !== target || typeof fx.rate !== 'string' || typeof fx.date !== 'string') continue
    const date = parseDay(fx.date)
    if (date === null || !freshRate(date, hand.now.day) || (newest !== null && date < newest.date)) continue
    const micro = convert(value.micro, fx.rate)
    if (micro === null) continue
    contradicted = newest !== null && date === newest.date && (contradicted || micro !== newest.micro)
    newest = { date, micro }
  }
  if (contradicted) throw FX_CONTRADICTS
  if (newest === null) throw FX_MISSING
  return newest.micro
}

function freshRate(date: Day, on: Day): boolean {
  return date <= on && on - date <= 7 && businessDaysBetween(date, on) <= 1
}

function oneOf<const V extends string>(values: readonly V[]): Kind<V, V> {
  return kind(`one of ${values.join(' ')}`, (raw) => (values.includes(raw as V) ? (raw as V) : undefined))
}

function list<T, W>(item: Kind<T, W>): Kind<readonly T[], readonly W[]> {
  const parse = (raw: unknown, hand: AtHand) => {
    if (!Array.isArray(raw)) return undefined
    const out: T[] = []
    for (const entry of raw) {
      const value = item.parse(entry, hand)
      if (value === undefined) return undefined
      out.push(value)
    }
    return out
  }
  return kind(`list of ${item.name}`, parse, true)
}

// biome-ignore lint/suspicious/noExplicitAny: fields are of any kind, and each keeps its own
type Fields = { readonly [key: string]: Kind<any, any> }
type RecordOf<F extends Fields> = { readonly [K in keyof F]: F[K] extends Kind<infer T, infer _> ? T : never }
type WrittenRecord<F extends Fields> = { readonly [K in keyof F]: F[K] extends Kind<infer _, infer W> ? W : never }

function record<const F extends Fields>(fields: F): Kind<RecordOf<F>, WrittenRecord<F>> {
  const names = Object.keys(fields)
  const kinds = Object.values(fields)
  const name = `record ${names.map((key, i) => `${key}: ${kinds[i]!.name}`).join(', ')}`
  const parse = (raw: unknown, hand: AtHand) => {
    if (raw === null || typeof raw !== 'object' || Array.isArray(raw)) return undefined
    const out: Record<string, unknown> = {}
    for (let i = 0; i < names.length; i++) {
      const value = kinds[i]!.parse((raw as Record<string, unknown>)[names[i]!], hand)
      if (value === undefined) return undefined
      out[names[i]!] = value
    }
    return out as RecordOf<F>
  }
  return kind(name, parse, true)
}

/** The word "none" stands for a known absence (no cap, no date) and reads as null. A missing fact is still missing. */
function orNone<T, W>(inner: Kind<T, W>): Kind<T | null, W | 'none'> {
  return kind(`${inner.name} or none`, (raw, hand) => (raw === 'none' ? null : inner.parse(raw, hand)), inner.big)
}

/** Reads as null when absent. Only for facts whose absence is the stricter reading: a test deletes every fact and must not see an allow. */
function optional<T, W>(inner: Kind<T, W>): Kind<T | null, W | null> {
  const parse = (raw: unknown, hand: AtHand) => (raw === undefined || raw === null ? null : inner.parse(raw, hand))
  return kind(`optional ${inner.name}`, parse, inner.big)
}

/** Kinds, for the fields of records and the items of lists. */
export const k = {
  text,
  sha256,
  bool,
  int,
  signedInt,
  bps,
  country,
  region,
  place,
  usState,
  day,
  pastDay,
  pastDate,
  instant,
  pastInstant,
  units,
  decimal,
  signedDecimal,
  money,
  signedMoney,
  usd: moneyIn('USD'),
  signedUsd: moneyIn('USD', signedMoney),
  eur: moneyIn('EUR'),
  oneOf,
  list,
  record,
  orNone,
  optional,
}

/**
 * A value worked out from facts, once a decision however many rules read it. The name must be unique.
 * The decision shows the facts behind it.
 */
export function derive<const N extends Needs, T>(
  name: string,
  needs: N,
  compute: (facts: Read<N>, now: Now, paramsOf: ParamsOf) => T,
): Need<T> {
  const key = `derived ${name}`
  let found = interned.get(key)
  if (!found) {
    const list = Object.values(needs)
    if (list.length > MOST_NEEDS) throw new RangeError(`${name} may need at most ${MOST_NEEDS} facts.`)
    const derived = { needs, list, compute: compute as Derived['compute'] }
    const nothing: Kind<unknown> = { name: key, parse: () => undefined }
    found = {
      path: name,
      kind: nothing,
      id: interned.size,
      keys: [name],
      personal: false,
      missing: new Missing(name),
      least: null,
      derived,
    }
    interned.set(key, found)
  }
  return found as Need<T>
}

/** The same needs with other path roots: `subject.` becomes the party, `acquirer.` the buyer of the check. */
export function rerooted<N extends Needs>(needs: N, roots: Readonly<Record<string, string>>): N {
  const out: Record<string, Need<unknown>> = {}
  for (const [name, one] of Object.entries(needs)) out[name] = rerootedNeed(one, roots)
  return out as N
}

function rerootedNeed(one: Need<unknown>, roots: Readonly<Record<string, string>>): Need<unknown> {
  if (one.derived) {
    const inner = rerooted(one.derived.needs, roots)
    const changed = Object.keys(inner).some((name) => inner[name] !== one.derived!.needs[name])
    return changed ? derive(`${one.path} with ${JSON.stringify(roots)}`, inner, one.derived.compute as never) : one
  }
  const root = roots[one.keys[0]!]
  return root === undefined ? one : need([root, ...one.keys.slice(1)].join('.'), one.kind, one.personal, one.least)
}
