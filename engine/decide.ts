import { hashOf, type Json } from './canonical.ts'
import { type Day, isoDay, legalDay, parseDay, parseInstant } from './dates.ts'
import { CHECKS, type Check, type Facts, type ListVersion, type Now } from './facts.ts'
import { Context } from './reading.ts'
import type { Ruleset } from './ruleset.ts'
import { BYTE_MISSING, BYTE_REVIEW, EFFECT, type Outcome, type RuleOutcome, runRule } from './run-rule.ts'

export type Evaluation = {
  readonly check: string
  readonly as_of: string | null
  /** Legal (New York) day of the decision. */
  readonly legal_day: string | null
  readonly outcome: Outcome
  /** The code that explains the outcome best; null on allow. */
  readonly primary: string | null
  readonly reason_codes: readonly string[]
  /** JSON pointers of facts still to be given. */
  readonly missing: readonly string[]
  /** ERC-1404 byte: 0 when allowed. */
  readonly restriction_code: number
  readonly rules: readonly RuleOutcome[]
  readonly ruleset: { readonly id: string; readonly version: string; readonly sha256: string }
  readonly lists: readonly ListVersion[]
}

/** An evaluation sealed with the SHA-256 of its canonical form. */
export type Decision = Evaluation & { readonly result_hash: string }

const RANK: Record<Outcome, number> = { allow: 0, review: 1, needs_info: 2, deny: 3 }
/** For rules without a byte of their own. */
const BY_OUTCOME: Record<Outcome, number> = { allow: 0, review: BYTE_REVIEW, needs_info: BYTE_MISSING, deny: 47 }
/**
 * From this day on every rule carries the periods of its law. Of earlier days only some rules do, and what those few let pass would
 * be called allowed: such a day is refused by name.
 */
const RECORDED_FROM: Day = parseDay('2025-01-01')!
const EMPTY: readonly never[] = []

/**
 * Decides facts under a ruleset and seals the answer. Pure and total: no clock, I/O or randomness, never throws on JSON facts;
 * the same facts and ruleset give the same bytes. Every rule that applies runs and every outcome is kept.
 */
export function decide(facts: Facts, ruleset: Ruleset): Decision {
  return seal(evaluate(facts, ruleset))
}

/** Adds `result_hash`: the SHA-256 of the canonical evaluation. */
export function seal(evaluation: Evaluation): Decision {
  return { ...evaluation, result_hash: hashOf(evaluation as unknown as Json) }
}

/**
 * An evaluation in the words of an earlier one: its sentences and the labels of its citations. Words are no part of what is decided,
 * so the two have one hash when they agree in all else: outcomes, codes, versions, figures, facts and sources.
 */
export function inWordsOf(earlier: Evaluation, evaluation: Evaluation): Evaluation {
  const rules = evaluation.rules.map((rule, i) => {
    const then = earlier.rules[i]
    return then ? { ...rule, message: then.message, citation: { ...rule.citation, label: then.citation.label } } : rule
  })
  return { ...evaluation, rules }
}

/** As `decide`, without the hash: for simulations that keep nothing. */
export function evaluate(facts: Facts, ruleset: Ruleset): Evaluation {
  const raw = facts as { check?: unknown; as_of?: unknown; lists?: unknown } | null
  const check = typeof raw?.check === 'string' ? raw.check : ''
  const lists = Array.isArray(raw?.lists) ? (raw.lists as ListVersion[]) : EMPTY
  const ms = typeof raw?.as_of === 'string' ? parseInstant(raw.as_of) : null
  const day = ms === null ? null : legalDay(ms)
  const as_of = ms === null ? null : (raw!.as_of as string)
  const head: Head = { check, as_of, legal_day: day === null ? null : isoDay(day), ruleset: ruleset.ref, lists }
  if (ms === null || day === null) return unanswerable('FACT_MISSING', '/as_of', head)
  if (!CHECKS.includes(check as Check)) return unanswerable('CHECK_UNKNOWN', '/check', head)
  if (day < RECORDED_FROM) return unanswerable('LAW_NOT_RECORDED', '/as_of', head)

  const now: Now = { ms, day, check: check as Check }
  const context = new Context(facts, now, (code) => ruleset.paramsOn(code, day))
  const rules: RuleOutcome[] = []
  for (const rule of ruleset.plan[now.check]) if (day >= rule.from && day <= rule.to) rules.push(runRule(rule, context, now))
  return rules.length === 0 ? unanswerable('NO_RULES_IN_FORCE', '/as_of', head) : combine(rules, head)
}

/** What is so of an evaluation before any rule has run. */
type Head = Pick<Evaluation, 'check' | 'as_of' | 'legal_day' | 'ruleset' | 'lists'>

/** Precedence: deny > needs_info > review > allow. The first rule in order that gives the outcome is the primary one. */
function combine(rules: readonly RuleOutcome[], head: Head): Evaluation {
  let outcome: Outcome = 'allow'
  let primary: RuleOutcome | null = null
  const codes: string[] = []
  const missing: string[] = []
  for (const rule of rules) {
    const effect = EFFECT[rule.result]
    collectCodes(rule, codes)
    if (effect === 'allow' || rule.part_of) continue
    for (const path of rule.missing) add(missing, `/${path.replaceAll('.', '/')}`)
    if (RANK[effect] > RANK[outcome]) {
      outcome = effect
      primary = rule
    }
  }
  return {
    ...head,
    outcome,
    primary: primary?.code ?? null,
    reason_codes: codes,
    missing,
    restriction_code: (outcome === 'allow' ? null : primary?.byte) ?? BY_OUTCOME[outcome],
    rules,
  }
}

/** The reason codes of some outcomes, in their order. */
export function codesOf(rules: readonly RuleOutcome[]): string[] {
  const codes: string[] = []
  for (const rule of rules) collectCodes(rule, codes)
  return codes
}

function collectCodes(rule: RuleOutcome, codes: string[]): void {
  if (rule.part_of) return
  if (rule.result !== 'pass' && rule.result !== 'not_applicable') addCodes(rule, codes)
  else if (rule.reason !== null) add(codes, rule.reason)
}

function addCodes(rule: RuleOutcome, codes: string[]): void {
  add(codes, rule.code)
  if (rule.reason === 'FACT_MISSING' || rule.reason === 'STRONGER_SOURCE_NEEDED')
    for (const path of rule.missing) add(codes, `${rule.reason}:${path}`)
  else if (rule.reason !== null) add(codes, rule.reason)
}

function add(list: string[], value: string): void {
  if (!list.includes(value)) list.push(value)
}

function unanswerable(reason: string, pointer: string, head: Head): Evaluation {
  return {
    ...head,
    outcome: 'needs_info',
    primary: reason,
    reason_codes: [reason],
    missing: [pointer],
    restriction_code: BYTE_MISSING,
    rules: [],
  }
}
