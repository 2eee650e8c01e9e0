// What-if: stored fact snapshots decided again under other rules. Nothing is written; the answer is how many would turn, and why.
import { type Evaluation, evaluate } from './decide.ts'
import type { Facts } from './facts.ts'
import type { Ruleset } from './ruleset.ts'
import type { Outcome } from './run-rule.ts'

export const OUTCOMES = ['allow', 'review', 'needs_info', 'deny'] as const satisfies readonly Outcome[]

export type Snapshot = { readonly id: string; readonly facts: Facts }
type Flip = {
  readonly id: string
  readonly from: Outcome
  readonly to: Outcome
  /** Codes of the rules whose result differs. */
  readonly because: readonly string[]
}
export type Simulation = {
  readonly before: Ruleset['ref']
  readonly after: Ruleset['ref']
  readonly total: number
  /** matrix[from][to]: how many decisions went which way. */
  readonly matrix: Readonly<Record<Outcome, Readonly<Record<Outcome, number>>>>
  readonly flips: readonly Flip[]
}

/**
 * Decides every snapshot under both rulesets, the second time with its facts as `otherwise` has them, and gives the flip matrix. Pure;
 * takes any iterable, so snapshots may be read as they come.
 */
export function simulate(
  snapshots: Iterable<Snapshot>,
  before: Ruleset,
  after: Ruleset,
  otherwise: (facts: Facts) => Facts = (facts) => facts,
): Simulation {
  const matrix = Object.fromEntries(OUTCOMES.map((from) => [from, Object.fromEntries(OUTCOMES.map((to) => [to, 0]))])) as Record<
    Outcome,
    Record<Outcome, number>
  >
  const flips: Flip[] = []
  let total = 0
  for (const { id, facts } of snapshots) {
    const old = evaluate(facts, before)
    const now = evaluate(otherwise(facts), after)
    total++
    matrix[old.outcome][now.outcome]++
    if (old.outcome !== now.outcome) flips.push({ id, from: old.outcome, to: now.outcome, because: differing(old, now) })
  }
  return { before: before.ref, after: after.ref, total, matrix, flips }
}

function differing(old: Evaluation, now: Evaluation): string[] {
  const key = (rule: Evaluation['rules'][number]) => `${rule.code} ${rule.subject}`
  const results = new Map(old.rules.map((rule) => [key(rule), rule.result]))
  const codes = now.rules.filter((rule) => results.get(key(rule)) !== rule.result).map((rule) => rule.code)
  const present = new Set(now.rules.map(key))
  for (const rule of old.rules) if (!present.has(key(rule))) codes.push(rule.code)
  return [...new Set(codes)]
}
