// What would have to be different for a decision to be "allow": the smallest sets of changes, each checked by deciding again.
import type { Json } from './canonical.ts'
import { legalDay, parseInstant } from './dates.ts'
import { evaluate } from './decide.ts'
import { type Facts, ROOTS } from './facts.ts'
import { formatMicro, parseMicro } from './money.ts'
import { setPath } from './paths.ts'
import { Context, valueAt } from './reading.ts'
import { readable } from './reasons.ts'
import type { Change } from './rule.ts'
import type { Compiled, Ruleset } from './ruleset.ts'
import { judge, type Outcome } from './run-rule.ts'

export type Counterfactual = {
  /** Completes "This would be allowed …". */
  readonly change: string
  readonly facts: { readonly [path: string]: Json }
  /** Always "allow": every set was decided again. */
  readonly then: Outcome
}

const MOST_CANDIDATES = 10
const MOST_TOGETHER = 3

/**
 * The smallest sets of changes that turn a decision into "allow", fewest changes first; empty when it is allowed already or when no
 * change that rules propose helps. Rules propose only what a person can change: a wait, a smaller amount, a newer letter, another buyer.
 * A wait assumes that sanctions lists are loaded again by then.
 */
export function counterfactuals(facts: Facts, ruleset: Ruleset): readonly Counterfactual[] {
  if (evaluate(facts, ruleset).outcome === 'allow') return []
  const candidates = proposals(facts, ruleset).slice(0, MOST_CANDIDATES)
  const found: { members: ReadonlySet<Change>; answer: Counterfactual }[] = []
  for (let size = 1; size <= MOST_TOGETHER; size++) {
    for (const set of combinations(candidates, size)) {
      // A larger set that holds a smaller answer says nothing new.
      if (found.some((known) => [...known.members].every((member) => set.includes(member)))) continue
      const merged = merge(set)
      if (evaluate(changed(facts, merged), ruleset).outcome !== 'allow') continue
      found.push({ members: new Set(set), answer: { change: set.map((one) => one.say).join(' and '), facts: merged, then: 'allow' } })
    }
  }
  return found.map((one) => one.answer)
}

/** The changes that the rules standing in the way propose, with the paths of this check, each once. */
function proposals(facts: Facts, ruleset: Ruleset): Change[] {
  const ms = typeof facts.as_of === 'string' ? parseInstant(facts.as_of) : null
  const plan = ruleset.plan[facts.check]
  if (ms === null || !plan) return []
  const now = { ms, day: legalDay(ms), check: facts.check }
  const context = new Context(facts, now, (code) => ruleset.paramsOn(code, now.day))
  const out = new Map<string, Change>()
  const add = (compiled: Compiled, changes: readonly Change[] = []): void => {
    for (const change of changes) {
      const here = { say: readable(change.say), facts: rooted(change.facts, compiled, facts) }
      out.set(JSON.stringify(here.facts), here)
    }
  }
  for (const compiled of plan) {
    if (now.day < compiled.from || now.day > compiled.to || compiled.partOf !== null) continue
    add(compiled, judge(compiled, new compiled.reader(context), now).changes)
  }
  return [...out.values()]
}

function rooted(facts: Change['facts'], compiled: Compiled, all: Facts): Change['facts'] {
  const roots: Readonly<Record<string, string>> = {
    ...ROOTS[all.check],
    ...(compiled.subject === null ? {} : { subject: compiled.subject }),
  }
  return Object.fromEntries(
    Object.entries(facts).map(([path, value]) => {
      const [first, ...rest] = path.split('.')
      return [[roots[first!] ?? first, ...rest].join('.'), value]
    }),
  )
}

function* combinations(all: readonly Change[], size: number, from = 0): Generator<readonly Change[]> {
  if (size === 0) {
    yield []
    return
  }
  for (let i = from; i <= all.length - size; i++) for (const rest of combinations(all, size - 1, i + 1)) yield [all[i]!, ...rest]
}

/** Together, the longer wait and the smaller quantity hold. */
function merge(set: readonly Change[]): Record<string, Json> {
  const out: Record<string, Json> = {}
  for (const { facts } of set) {
    for (const [path, value] of Object.entries(facts)) out[path] = path in out ? stricter(path, out[path]!, value) : value
  }
  return out
}

function stricter(path: string, a: Json, b: Json): Json {
  if (path === 'as_of') return String(a) > String(b) ? a : b
  const [x, y] = [size(a), size(b)]
  return x !== null && y !== null ? (x < y ? a : b) : b
}

function size(value: Json): bigint | null {
  if (typeof value === 'string') return parseMicro(value)
  return value !== null && typeof value === 'object' && 'amount' in value && typeof value.amount === 'string'
    ? parseMicro(value.amount)
    : null
}

/** A copy of the facts with the changes made, and with what has to follow them: amount and quantity together, lists loaded again. */
export function changed(facts: Facts, changes: Readonly<Record<string, Json>>): Facts {
  const copy = structuredClone(facts) as unknown as Record<string, unknown>
  // Lists are as fresh as ever on another day, unless the changes say when they were loaded.
  if (typeof changes.as_of === 'string') reload(copy, changes.as_of)
  for (const [path, value] of Object.entries(changes)) setPath(copy, path, value)
  settleInvestment(copy, changes)
  return copy as unknown as Facts
}

function reload(value: unknown, at: string): void {
  if (value === null || typeof value !== 'object') return
  for (const [key, inner] of Object.entries(value)) {
    if ((key === 'lists_loaded_at' || key === 'loaded_at') && typeof inner === 'string') (value as Record<string, unknown>)[key] = at
    else reload(inner, at)
  }
}

function settleInvestment(facts: Record<string, unknown>, changes: Readonly<Record<string, Json>>): void {
  const byAmount = 'investment.amount' in changes
  if (!byAmount && !('investment.quantity' in changes)) return
  const price = valueAt(facts, ['offering', 'price']) as { amount?: unknown; currency?: unknown } | undefined
  const unit = typeof price?.amount === 'string' ? parseMicro(price.amount) : null
  if (unit === null || unit <= 0n) return
  const amount = valueAt(facts, ['investment', 'amount', 'amount'])
  const quantity = byAmount ? (parseMicro(String(amount)) ?? 0n) / unit : BigInt(String(valueAt(facts, ['investment', 'quantity'])))
  setPath(facts, 'investment.quantity', String(quantity))
  setPath(facts, 'investment.amount', { amount: formatMicro(quantity * unit), currency: String(price?.currency) })
}
