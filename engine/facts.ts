import type { Json } from './canonical.ts'
import { businessDaysBetween, type Day, type Instant, legalDay, parseDay, parseInstant } from './dates.ts'
import { convert, parseMicro } from './money.ts'

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

/** How one value is read. `parse` gives undefined for anything absent, null or unknown: the rule then asks for it. */
export type Kind<T> = { readonly name: string; readonly parse: (raw: unknown, context: Context) => T | undefined; readonly big?: boolean }

/** One fact that a rule reads. */
export type Need<T> = {
  readonly path: string
  readonly kind: Kind<T>
  readonly id: number
  readonly keys: readonly string[]
  readonly personal: boolean
  readonly missing: Missing
  /** Set on a value that is worked out from other facts, once a decision. */
  readonly derived?: Derived
}
type Derived = {
  readonly needs: Needs
  readonly list: readonly Need<unknown>[]
  readonly reader: ReaderClass
  readonly compute: (facts: never, now: Now, paramsOf: ParamsOf) => unknown
}
export type Needs = { readonly [name: string]: Need<unknown> }
export type Read<N extends Needs> = { readonly [K in keyof N]: N[K] extends Need<infer T> ? T : never }

/** Thrown while reading, caught by the engine: a fact that is needed is not known. */
export class Missing {
  readonly path: string
  readonly reason: 'FACT_MISSING' | 'FX_RATE_REQUIRED'
  constructor(path: string, reason: 'FACT_MISSING' | 'FX_RATE_REQUIRED' = 'FACT_MISSING') {
    this.path = path
    this.reason = reason
  }
}

const FX_MISSING = new Missing('fx', 'FX_RATE_REQUIRED')
export type FactUsed = { readonly path: string; readonly source: string; readonly value: Json }

const interned = new Map<string, Need<unknown>>()

/** What one decision knows of one need. */
class Cell {
  value: unknown = undefined
  raw: unknown = undefined
  /** Reader of a derived value: which facts stand behind it. */
  reader: Reader | null = null
  shown: FactUsed | null = null
}

/** Reads facts for one decision and remembers what was parsed, since many rules read the same facts. */
export class Context {
  readonly facts: Facts
  readonly now: Now
  private readonly cells: (Cell | undefined)[]
  private readonly paramsOf: ParamsOf
  constructor(facts: Facts, now: Now, paramsOf: ParamsOf) {
    this.facts = facts
    this.now = now
    this.paramsOf = paramsOf
    // Full length at once: growing towards a high index would turn the array into a slow table.
    this.cells = new Array(interned.size)
  }

  cell(need: Need<unknown>): Cell {
    let cell = this.cells[need.id]
    if (cell === undefined) {
      cell = new Cell()
      this.cells[need.id] = cell
    }
    return cell
  }

  /** The parsed value, or the thrown Missing. */
  read(need: Need<unknown>): unknown {
    const cell = this.cell(need)
    if (cell.value === undefined) {
      if (!need.derived) cell.raw = valueAt(this.facts, need.keys)
      const value = need.derived ? this.work(cell, need.derived) : need.kind.parse(cell.raw, this)
      // null is a known absence, undefined an unknown.
      cell.value = value === undefined ? need.missing : value
    }
    if (cell.value instanceof Missing) throw cell.value
    return cell.value
  }

  private work(cell: Cell, derived: Derived): unknown {
    const reader = new derived.reader(this)
    cell.reader = reader
    try {
      return derived.compute(reader as never, this.now, this.paramsOf)
    } catch (problem) {
      if (problem instanceof Missing) return problem
      throw problem
    }
  }
}

/** A context without facts, held by readers at rest so that no decision's facts outlive it. */
export const AT_REST = new Context({} as Facts, { ms: 0, day: 0, check: 'monitoring' }, () => undefined)

/** Reads the facts of one rule (or derived value) and remembers which were touched. */
export type Reader = { used: number; usedMore: number; context: Context }
export type ReaderClass = new (context: Context) => Reader

/** A class whose getters read the needed facts on first use and note which were read. At most 62 needs. */
export function readerClass(needs: Needs): ReaderClass {
  class FactReader {
    used = 0
    usedMore = 0
    context: Context
    constructor(context: Context) {
      this.context = context
    }
  }
  const names = Object.keys(needs)
  if (names.length > 62) throw new RangeError('A rule may need at most 62 facts.')
  names.forEach((name, i) => {
    const one = needs[name]!
    const bit = 1 << (i % 31)
    const get =
      i < 31
        ? function (this: FactReader) {
            this.used |= bit
            return this.context.read(one)
          }
        : function (this: FactReader) {
            this.usedMore |= bit
            return this.context.read(one)
          }
    Object.defineProperty(FactReader.prototype, name, { get })
  })
  return FactReader
}

/** Runs a reading that may stop for a missing fact, and gives that fact instead of stopping. */
export function attempt<T>(read: () => T): T | Missing {
  try {
    return read()
  } catch (problem) {
    if (problem instanceof Missing) return problem
    throw problem
  }
}

/** The raw value at a path, or undefined. Names that every object inherits are refused when a need is made, so no own-check is needed here. */
export function valueAt(root: unknown, keys: readonly string[]): unknown {
  let value = root
  for (let i = 0; i < keys.length; i++) {
    if (value === null || typeof value !== 'object') return undefined
    value = (value as Record<string, unknown>)[keys[i]!]
  }
  return value
}

/** A fact at a dotted path. The same path and kind is the same need everywhere, so it is read once a decision. */
export function need<T>(path: string, kind: Kind<T>, personal = false): Need<T> {
  const key = `${path}|${kind.name}|${personal}`
  let found = interned.get(key)
  if (!found) {
    const keys = path.split('.')
    if (keys.some((name) => name in Object.prototype)) throw new RangeError(`${path} uses a name that every object has.`)
    found = { path, kind, id: interned.size, keys, personal, missing: new Missing(path), derived: undefined }
    interned.set(key, found)
  }
  return found as Need<T>
}

/** A kind of one's own: a shape that the kinds below do not cover. */
export function kind<T>(name: string, parse: Kind<T>['parse'], big = false): Kind<T> {
  return { name, parse, big }
}

export type Money = { readonly micro: bigint; readonly currency: string }

const text = kind('text', (raw) => (typeof raw === 'string' && raw.trim() !== '' ? raw : undefined))
const bool = kind('bool', (raw) => (typeof raw === 'boolean' ? raw : undefined))
const int = kind('int', (raw) => (typeof raw === 'number' && Number.isSafeInteger(raw) ? raw : undefined))
const bps = kind('bps', (raw) => (typeof raw === 'number' && Number.isInteger(raw) && raw >= 0 && raw <= 10_000 ? raw : undefined))
const country = kind('country', (raw) =>
  typeof raw === 'string' && /^[A-Z]{2}$/.test(raw) && raw !== 'XX' && raw !== 'UK' ? raw : undefined,
)
const day = kind('day', (raw) => {
  if (typeof raw !== 'string') return undefined
  if (raw.length === 10) return parseDay(raw) ?? undefined
  const at = parseInstant(raw)
  return at === null ? undefined : legalDay(at)
})
const instant = kind('instant', (raw) => (typeof raw === 'string' ? (parseInstant(raw) ?? undefined) : undefined))
const units = kind('units', (raw) => {
  if (typeof raw === 'number') return Number.isSafeInteger(raw) && raw >= 0 ? BigInt(raw) : undefined
  if (typeof raw !== 'string' || raw.length === 0 || raw.length > 30) return undefined
  for (let i = 0; i < raw.length; i++) {
    const code = raw.charCodeAt(i)
    if (code < 48 || code > 57) return undefined
  }
  return raw.length < 16 ? BigInt(Number(raw)) : BigInt(raw)
})
const decimal = kind('decimal', (raw) => (typeof raw === 'string' ? (parseMicro(raw) ?? undefined) : undefined))
const money = kind('money', (raw): Money | undefined => {
  if (raw === null || typeof raw !== 'object') return undefined
  const { amount, currency } = raw as { amount?: unknown; currency?: unknown }
  if (typeof amount !== 'string' || typeof currency !== 'string' || !/^[A-Z]{3,5}$/.test(currency)) return undefined
  const value = parseMicro(amount)
  return value === null ? undefined : { micro: value, currency }
})

function moneyIn(target: string): Kind<bigint> {
  return kind(`money in ${target}`, (raw, context) => {
    const value = money.parse(raw, context)
    if (value === undefined) return undefined
    return value.currency === target ? value.micro : exchange(value, target, context)
  })
}

/** Exchange by a rate in the facts that is at most one business day old; the decision asks for a rate otherwise. */
function exchange(value: Money, target: string, context: Context): bigint {
  const rates = context.facts.fx
  if (Array.isArray(rates)) {
    for (const fx of rates) {
      if (fx?.from !== value.currency || fx.to !== target || typeof fx.rate !== 'string' || typeof fx.date !== 'string') continue
      const date = parseDay(fx.date)
      if (date === null || !freshRate(date, context.now.day)) continue
      const micro = convert(value.micro, fx.rate)
      if (micro !== null) return micro
    }
  }
  throw FX_MISSING
}

function freshRate(date: Day, on: Day): boolean {
  return date <= on && on - date <= 7 && businessDaysBetween(date, on) <= 1
}

function oneOf<const V extends string>(values: readonly V[]): Kind<V> {
  return kind(`one of ${values.join(' ')}`, (raw) => (values.includes(raw as V) ? (raw as V) : undefined))
}

function list<T>(item: Kind<T>): Kind<readonly T[]> {
  const parse = (raw: unknown, context: Context) => {
    if (!Array.isArray(raw)) return undefined
    const out: T[] = []
    for (const entry of raw) {
      const value = item.parse(entry, context)
      if (value === undefined) return undefined
      out.push(value)
    }
    return out
  }
  return kind(`list of ${item.name}`, parse, true)
}

type Fields = { readonly [key: string]: Kind<unknown> }
type RecordOf<F extends Fields> = { readonly [K in keyof F]: F[K] extends Kind<infer T> ? T : never }

function record<F extends Fields>(fields: F): Kind<RecordOf<F>> {
  const names = Object.keys(fields)
  const kinds = Object.values(fields)
  const name = `record ${names.map((key, i) => `${key}: ${kinds[i]!.name}`).join(', ')}`
  const parse = (raw: unknown, context: Context) => {
    if (raw === null || typeof raw !== 'object' || Array.isArray(raw)) return undefined
    const out: Record<string, unknown> = {}
    for (let i = 0; i < names.length; i++) {
      const value = kinds[i]!.parse((raw as Record<string, unknown>)[names[i]!], context)
      if (value === undefined) return undefined
      out[names[i]!] = value
    }
    return out as RecordOf<F>
  }
  return kind(name, parse, true)
}

/** The word "none" stands for a known absence (no cap, no date) and reads as null. A missing fact is still missing. */
function orNone<T>(inner: Kind<T>): Kind<T | null> {
  return kind(`${inner.name} or none`, (raw, context) => (raw === 'none' ? null : inner.parse(raw, context)), inner.big)
}

/** Reads as null when absent. Only for facts whose absence is the stricter reading: a test deletes every fact and must not see an allow. */
function optional<T>(inner: Kind<T>): Kind<T | null> {
  const parse = (raw: unknown, context: Context) => (raw === undefined || raw === null ? null : inner.parse(raw, context))
  return kind(`optional ${inner.name}`, parse, inner.big)
}

/** Kinds, for the fields of records and the items of lists. */
export const k = {
  text,
  bool,
  int,
  bps,
  country,
  day,
  instant,
  units,
  decimal,
  money,
  usd: moneyIn('USD'),
  eur: moneyIn('EUR'),
  oneOf,
  list,
  record,
  orNone,
  optional,
}

/** A fact at a path, by kind: `fact.usd('offering.maximum_raise')`. */
export const fact = {
  text: (path: string) => need(path, text),
  bool: (path: string) => need(path, bool),
  int: (path: string) => need(path, int),
  bps: (path: string) => need(path, bps),
  country: (path: string) => need(path, country),
  day: (path: string) => need(path, day),
  instant: (path: string) => need(path, instant),
  units: (path: string) => need(path, units),
  decimal: (path: string) => need(path, decimal),
  money: (path: string) => need(path, money),
  usd: (path: string) => need(path, k.usd),
  eur: (path: string) => need(path, k.eur),
  oneOf: <const V extends string>(path: string, values: readonly V[]) => need(path, oneOf(values)),
  texts: (path: string) => need(path, list(text)),
  list: <F extends Fields>(path: string, fields: F) => need(path, list(record(fields))),
  record: <F extends Fields>(path: string, fields: F) => need(path, record(fields)),
  orNone: <T>(inner: Need<T>) => need(inner.path, orNone(inner.kind), inner.personal),
  optional: <T>(inner: Need<T>) => need(inner.path, optional(inner.kind), inner.personal),
  /** Personal data: the decision says that the fact was used, never its value. */
  personal: <T>(inner: Need<T>) => need(inner.path, inner.kind, true),
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
    const derived = { needs, list: Object.values(needs), reader: readerClass(needs), compute: compute as Derived['compute'] }
    const nothing: Kind<unknown> = { name: key, parse: () => undefined }
    found = { path: name, kind: nothing, id: interned.size, keys: [name], personal: false, missing: new Missing(name), derived }
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
  return root === undefined ? one : need([root, ...one.keys.slice(1)].join('.'), one.kind, one.personal)
}
