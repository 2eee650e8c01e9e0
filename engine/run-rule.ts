import { factName } from './fact-names.ts'
import { Missing } from './facts/missing.ts'
import type { Now } from './facts.ts'
import { AT_REST, type Context, doubtIn, type FactUsed, factsUsed, type Reader } from './reading.ts'
import { fill } from './reasons.ts'
import type { Citation, Details, Market, Result, Severity, Verdict, Visibility } from './rule.ts'
import { ask, notApplicable, review } from './rule.ts'
import type { Compiled } from './ruleset.ts'

export type Outcome = 'allow' | 'review' | 'needs_info' | 'deny'

/** What one rule said about one case. */
export type RuleOutcome = {
  readonly code: string
  readonly version: number
  readonly market: Market
  readonly result: Result
  readonly severity: Severity
  /** Sentence for people; null when there is nothing to say. */
  readonly message: string | null
  readonly citation: Citation
  readonly facts: readonly FactUsed[]
  readonly visibility: Visibility
  readonly subject: string | null
  readonly params: Details | null
  readonly missing: readonly string[]
  readonly reason: string | null
  readonly byte: number | null
  /** Set when another rule decides by this one: shown, not counted. */
  readonly part_of: string | null
}

/** What a result does to the whole. */
export const EFFECT: Record<Result, Outcome> = {
  pass: 'allow',
  not_applicable: 'allow',
  info: 'allow',
  warn: 'allow',
  review: 'review',
  needs_info: 'needs_info',
  fail: 'deny',
}
const BY_SEVERITY: Record<Severity, Result> = { block: 'fail', ask: 'needs_info', hold: 'review', warn: 'warn', info: 'info' }
const EMPTY: readonly never[] = []
/** ERC-1404 bytes of what is not known, of a rate that is missing, and of what waits for a person. */
export const BYTE_MISSING = 45
const BYTE_RATE = 46
export const BYTE_REVIEW = 250

/** Of an outcome that its rule has no sentence for. */
const UNSAID = 'This rule does not settle it; a person has to look.'

/** Runs one rule on facts that have been opened. */
export function runRule(compiled: Compiled, context: Context, now: Now): RuleOutcome {
  // One reader a rule, opened and put to rest: making one of fifty classes anew costs more than most rules. Rules never call the engine.
  const reader = compiled.shared
  reader.used = 0
  reader.usedMore = 0
  reader.context = context
  let verdict = judge(compiled, reader, now)
  reader.context = AT_REST
  // What rests on a doubted fact does not pass: a person looks. What stands in the way anyhow stays as it is.
  const doubt = doubtIn(compiled.needs, reader, context)
  if (doubt && EFFECT[resultOf(verdict, compiled)] === 'allow') verdict = review({ facts: doubt.paths }, { reason: 'FACTS_CONTRADICT' })
  const facts = factsUsed(compiled.needs, reader, compiled.code, context)
  const result = resultOf(verdict, compiled)
  return {
    byte: verdict.byte ?? byteOf(compiled, verdict, result),
    citation: compiled.citation,
    code: compiled.code,
    facts,
    market: compiled.market,
    message: result === 'pass' || result === 'not_applicable' ? null : messageOf(compiled, verdict, result),
    missing: verdict.missing ?? EMPTY,
    params: verdict.params ?? null,
    part_of: compiled.partOf,
    reason: verdict.reason ?? null,
    result,
    severity: compiled.severity,
    subject: compiled.subject,
    version: compiled.version,
    visibility: compiled.visibility,
  }
}

const resultOf = ({ result }: Verdict, { severity }: Compiled): Result => (result === 'broken' ? BY_SEVERITY[severity] : result)

/** What is not known is said as that: it speaks neither against a party nor for it. */
function byteOf({ rule, byte }: Compiled, { reason }: Verdict, result: Result): number | null {
  if (reason === 'FACT_MISSING' || reason === 'STRONGER_SOURCE_NEEDED') return BYTE_MISSING
  if (reason === 'FX_RATE_REQUIRED') return BYTE_RATE
  return reason === 'RULE_COULD_NOT_RUN' || reason === 'FACTS_CONTRADICT' ? BYTE_REVIEW : (rule.codes?.[result] ?? byte)
}

/** The verdict of a rule. What a rule cannot read it asks for; what it cannot compute goes to a person. */
export function judge(compiled: Compiled, reader: Reader, now: Now): Verdict {
  try {
    if (compiled.applies !== null && !compiled.applies(reader as never, compiled.params, now)) return notApplicable
    return compiled.holds(reader as never, compiled.params, now)
  } catch (problem) {
    if (problem instanceof Missing && problem.reason === 'FACTS_CONTRADICT')
      return review({ facts: [problem.path] }, { reason: 'FACTS_CONTRADICT' })
    if (problem instanceof Missing)
      return ask(problem.least ? { at_least: problem.least } : undefined, { missing: [problem.path], reason: problem.reason })
    // A defect in a rule must never allow: it goes to a person, under a code of its own.
    return review(undefined, { reason: 'RULE_COULD_NOT_RUN' })
  }
}

function messageOf(compiled: Compiled, verdict: Verdict, result: Result): string {
  const { rule, params } = compiled
  if (verdict.reason === 'FACT_MISSING') return `Not known: ${(verdict.missing ?? []).map(factName).join('; ')}. The rule: ${rule.sentence}`
  if (verdict.reason === 'STRONGER_SOURCE_NEEDED')
    return `Not known by a source that counts here (${verdict.params?.at_least}): ${(verdict.missing ?? []).map(factName).join('; ')}. The rule: ${rule.sentence}`
  if (verdict.reason === 'FACTS_CONTRADICT') return `These facts contradict each other: ${contradictory(verdict)}. A person has to look.`
  if (verdict.reason === 'FX_RATE_REQUIRED') return 'An exchange rate from the last business day is needed.'
  if (verdict.reason === 'RULE_COULD_NOT_RUN') return 'This rule could not be evaluated; a person has to look.'
  // What a rule affirms is never said where it does not hold. A test fails on a rule that has no sentence here.
  const template = typeof rule.message === 'string' ? rule.message : (rule.message[verdict.wording ?? result] ?? UNSAID)
  return fill(template, verdict.params ?? undefined, params)
}

function contradictory({ params }: Verdict): string {
  const facts = (params?.facts ?? []) as readonly string[]
  return facts.length === 1 ? 'two exchange rates of one day' : facts.map(factName).join('; ')
}
