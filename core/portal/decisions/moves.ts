import { changed, counterfactuals } from '#engine/counterfactuals.ts'
import type { Decision } from '#engine/decide.ts'
import { factName } from '#engine/fact-names.ts'
import { type FactPath, VOCABULARY } from '#engine/facts/vocabulary.ts'
import type { Facts } from '#engine/facts.ts'
import { valueAt } from '#engine/reading.ts'
import { currentRuleset } from '#engine/rulesets.ts'
import { redactFor } from '#engine/visibility.ts'

/** A fact that can be moved, to ask the engine what it would decide then. */
export interface Move {
  path: string
  name: string
  kind: 'amount' | 'number' | 'flag' | 'choice' | 'day' | 'instant'
  /** As it is in the decision; of money its amount. Null where it was not known. */
  value: string | number | boolean | null
  currency: string | null
  options: string[]
}

/** A smallest set of changes that would be allowed: what to say of it, and where to move each fact. */
export interface WayOut {
  change: string
  facts: Record<string, string | number | boolean>
}

const MOST = 8
const AGAINST: ReadonlySet<string> = new Set(['fail', 'needs_info', 'review'])

/** The entry of a fact, under the name that rules give it in any check. */
function entryAt(path: string) {
  const rest = path.slice(path.indexOf('.') + 1)
  for (const one of [
    path,
    ...['subject', 'acquirer', 'investor', 'deal', 'investment', 'transfer', 'from'].map((root) => `${root}.${rest}`),
  ])
    if (Object.hasOwn(VOCABULARY, one)) return VOCABULARY[one as FactPath]
  return null
}

const moneyOf = (value: unknown): { amount: string; currency: string } | null =>
  value !== null && typeof value === 'object' && 'amount' in value && 'currency' in value
    ? (value as { amount: string; currency: string })
    : null

/** How a fact can be moved; null for one that nobody moves: personal, a list, a word of its own. */
function moveOf(path: string, facts: Facts): Move | null {
  const value = valueAt(facts, path.split('.'))
  const entry = entryAt(path)
  if (entry?.personal) return null
  const made = (kind: Move['kind'], shown: Move['value'], more: Partial<Move> = {}): Move => ({
    ...{ path, name: path === 'as_of' ? 'the day of the decision' : factName(path), kind, value: shown, currency: null, options: [] },
    ...more,
  })
  const money = moneyOf(value)
  if (money) return made('amount', money.amount, { path: `${path}.amount`, currency: money.currency })
  const kind = entry?.kind.name ?? ''
  if (kind.startsWith('one of ')) return made('choice', typeof value === 'string' ? value : null, { options: kind.slice(7).split(' ') })
  if (kind === 'bool') return made('flag', typeof value === 'boolean' ? value : null)
  if (path === 'as_of' || kind.endsWith('instant')) return made('instant', typeof value === 'string' ? value : null)
  if (kind.endsWith('day')) return made('day', typeof value === 'string' ? value.slice(0, 10) : null)
  if (/^(units|int|bps|decimal)$/.test(kind)) return made('number', typeof value === 'string' || typeof value === 'number' ? value : null)
  return null
}

/** How many decisions' ways out are kept: they are looked at while they are new, and often by several. */
const MOST_KEPT = 500
const kept = new Map<string, WayOut[]>()

/** The ways out of a decision, found once in a process: a decision and its facts do not change, and each takes the engine up to 175 turns. */
function waysOf(id: string, facts: Facts): WayOut[] {
  const known = kept.get(id)
  kept.delete(id)
  const ways =
    known ??
    counterfactuals(facts, currentRuleset).map(({ change, facts: other }) => ({
      change,
      facts: Object.fromEntries(Object.keys(other).flatMap((path) => movedTo(path, changed(facts, other)))),
    }))
  kept.set(id, ways)
  if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value!)
  return ways
}

/** The facts that can be moved, those of the ways out first, and the ways out: each was decided by the engine. `id`: of the decision. */
export function movesOf(id: string, facts: Facts, result: Decision): { moves: Move[]; ways: WayOut[] } {
  const ways = waysOf(id, facts)
  const read = redactFor(result, 'tenant').rules.filter((rule) => AGAINST.has(rule.result) && !rule.part_of && rule.market !== 'sanctions')
  const paths = new Set([...ways.flatMap((way) => Object.keys(way.facts)), ...read.flatMap((rule) => rule.facts.map((fact) => fact.path))])
  const moves = new Map<string, Move>()
  for (const path of paths) {
    const move = moveOf(path.replace(/\.amount$/, ''), facts) ?? moveOf(path, facts)
    if (move && moves.size < MOST) moves.set(move.path, move)
  }
  return { moves: [...moves.values()], ways }
}

/** Where a way out moves a fact: a value that can stand in a field. */
function movedTo(path: string, then: Facts): [string, string | number | boolean][] {
  const value = valueAt(then, path.split('.'))
  const money = moneyOf(value)
  if (money) return [[`${path}.amount`, money.amount]]
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? [[path, value]] : []
}
