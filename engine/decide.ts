import { hashOf, type Json } from './canonical.ts'
import { type Day, isoDay, legalDay, parseDay, parseInstant } from './dates.ts'
import { factName } from './fact-names.ts'
import { sourceOf } from './facts/entry.ts'
import { Missing } from './facts/missing.ts'
import {
  AT_REST,
  CHECKS,
  type Check,
  Context,
  type Facts,
  type FactUsed,
  type ListVersion,
  type Need,
  type Now,
  type Reader,
} from './facts.ts'
import { fill } from './reasons.ts'
import type { Citation, Details, Market, Result, Severity, Verdict, Visibility } from './rule.ts'
import { ask, notApplicable, review } from './rule.ts'
import type { Compiled, Ruleset } from './ruleset.ts'

export type { FactUsed } from './facts.ts'

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
const EFFECT: Record<Result, Outcome> = {
  pass: 'allow',
  not_applicable: 'allow',
  info: 'allow',
  warn: 'allow',
  review: 'review',
  needs_info: 'needs_info',
  fail: 'deny',
}
const BY_SEVERITY: Record<Severity, Result> = { block: 'fail', ask: 'needs_info', hold: 'review', warn: 'warn', info: 'info' }
const BYTE_MISSING = 45
const BYTE_RATE = 46
const BYTE_REVIEW = 250
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
  const ms = typeof raw?.as_of === 'string' ? parseInstant(raw.as_of) : null
  const lists = Array.isArray(raw?.lists) ? (raw.lists as ListVersion[]) : EMPTY
  const head = { ruleset: ruleset.ref, lists }
  if (ms === null) return unanswerable(check, null, null, 'FACT_MISSING', '/as_of', head)
  const as_of = raw!.as_of as string
  const day = legalDay(ms)
  if (!CHECKS.includes(check as Check)) return unanswerable(check, as_of, day, 'CHECK_UNKNOWN', '/check', head)

  if (day < RECORDED_FROM) return unanswerable(check, as_of, day, 'LAW_NOT_RECORDED', '/as_of', head)

  const now: Now = { ms, day, check: check as Check }
  const context = new Context(facts, now, (code) => ruleset.paramsOn(code, day))
  const rules: RuleOutcome[] = []
  for (const rule of ruleset.plan[check as Check]) {
    if (day >= rule.from && day <= rule.to) rules.push(runRule(rule, context, now))
  }
  if (rules.length === 0) return unanswerable(check, as_of, day, 'NO_RULES_IN_FORCE', '/as_of', head)
  return combine(rules, check, as_of, day, head)
}

/** Runs one rule on facts that have been opened. */
export function runRule(compiled: Compiled, context: Context, now: Now): RuleOutcome {
  // One reader a rule, opened and put to rest: making one of fifty classes anew costs more than most rules. Rules never call the engine.
  const reader = compiled.shared
  reader.used = 0
  reader.usedMore = 0
  reader.context = context
  let verdict = judge(compiled, reader, now)
  reader.context = AT_REST
  if (context.contradictions.length > 0) verdict = contradicted(verdict, compiled, reader, context)
  const result = verdict.result === 'broken' ? BY_SEVERITY[compiled.severity] : verdict.result
  return {
    byte: verdict.byte ?? byteOf(compiled, verdict, result),
    citation: compiled.citation,
    code: compiled.code,
    facts: factsUsed(compiled, reader, context),
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

/** What rests on a fact that another one contradicts does not pass: a person looks. What stands in the way anyhow stays as it is. */
function contradicted(verdict: Verdict, compiled: Compiled, reader: Reader, context: Context): Verdict {
  const result = verdict.result === 'broken' ? BY_SEVERITY[compiled.severity] : verdict.result
  if (EFFECT[result] !== 'allow') return verdict
  const read = new Set<string>()
  collectPaths(compiled.needs, reader, context, read)
  const found = context.contradictions.find(({ paths }) => read.has(paths[0]))
  return found ? review({ facts: found.paths }, { reason: 'FACTS_CONTRADICT' }) : verdict
}

function collectPaths(needs: readonly Need<unknown>[], reader: Reader, context: Context, into: Set<string>): void {
  const see = (need: Need<unknown>): void => {
    if (!need.derived) into.add(need.path)
    const inner = context.cell(need).reader
    if (need.derived && inner !== null) collectPaths(need.derived.list, inner, context, into)
  }
  for (let word = reader.used, i = 0; word !== 0; word >>>= 1, i++) if (word & 1) see(needs[i]!)
  for (let word = reader.usedMore, i = 31; word !== 0; word >>>= 1, i++) if (word & 1) see(needs[i]!)
}

function messageOf(compiled: Compiled, verdict: Verdict, result: Result): string {
  const { rule, params } = compiled
  if (verdict.reason === 'FACT_MISSING') return `Not known: ${(verdict.missing ?? []).map(factName).join('; ')}. The rule: ${rule.sentence}`
  if (verdict.reason === 'STRONGER_SOURCE_NEEDED')
    return `Not known by a source that counts here (${verdict.params?.at_least}): ${(verdict.missing ?? []).map(factName).join('; ')}. The rule: ${rule.sentence}`
  if (verdict.reason === 'FACTS_CONTRADICT') return `These facts contradict each other: ${contradictory(verdict)}. A person has to look.`
  if (verdict.reason === 'FX_RATE_REQUIRED') return 'An exchange rate from the last business day is needed.'
  if (verdict.reason === 'RULE_COULD_NOT_RUN') return 'This rule could not be evaluated; a person has to look.'
  const template =
    typeof rule.message === 'string' ? rule.message : (rule.message[verdict.wording ?? result] ?? `Not settled. The rule: ${rule.sentence}`)
  return fill(template, verdict.params ?? undefined, params)
}

function contradictory({ params }: Verdict): string {
  const facts = (params?.facts ?? []) as readonly string[]
  return facts.length === 1 ? 'two exchange rates of one day' : facts.map(factName).join('; ')
}

/**
 * The facts that a rule read. A value worked out for several rules is shown with its facts by the first of them;
 * the others point there, so that a decision does not repeat thirty facts nine times.
 */
function factsUsed(compiled: Compiled, reader: Reader, context: Context): readonly FactUsed[] {
  if (reader.used === 0 && reader.usedMore === 0) return EMPTY
  const out: FactUsed[] = []
  collect(compiled.needs, reader, compiled, context, out)
  return out
}

function collect(needs: readonly Need<unknown>[], reader: Reader, by: Compiled, context: Context, out: FactUsed[]): void {
  for (let word = reader.used, i = 0; word !== 0; word >>>= 1, i++) if (word & 1) show(needs[i]!, by, context, out)
  for (let word = reader.usedMore, i = 31; word !== 0; word >>>= 1, i++) if (word & 1) show(needs[i]!, by, context, out)
}

function show(need: Need<unknown>, by: Compiled, context: Context, out: FactUsed[]): void {
  const cell = context.cell(need)
  if (cell.shown !== null) {
    // One object a fact and decision: rules that read the same fact share it.
    out.push(cell.shown)
    return
  }
  if (!need.derived) {
    cell.shown = { path: need.path, source: sourceOf(need.path, context.facts.sources), value: shown(need, cell.raw as Json | undefined) }
    out.push(cell.shown)
    return
  }
  cell.shown = { path: need.path, source: 'worked out', value: { see: by.code } }
  if (cell.reader !== null) collect(need.derived.list, cell.reader, by, context, out)
}

/** Long lists are shown by their length (the snapshot holds them); personal data only as present. */
function shown(need: Need<unknown>, raw: Json | undefined): Json {
  if (raw === undefined || raw === null) return null
  if (need.personal) return 'held'
  if (Array.isArray(raw)) return raw.length > 20 || (raw.length > 0 && typeof raw[0] === 'object') ? { count: raw.length } : raw
  return raw
}

type Head = Pick<Evaluation, 'ruleset' | 'lists'>

/** Precedence: deny > needs_info > review > allow. The first rule in order that gives the outcome is the primary one. */
function combine(rules: readonly RuleOutcome[], check: string, as_of: string, day: Day, head: Head): Evaluation {
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
    check,
    as_of,
    legal_day: isoDay(day),
    outcome,
    primary: primary?.code ?? null,
    reason_codes: codes,
    missing,
    restriction_code: (outcome === 'allow' ? null : primary?.byte) ?? BY_OUTCOME[outcome],
    rules,
    ...head,
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

function unanswerable(check: string, as_of: string | null, day: Day | null, reason: string, pointer: string, head: Head): Evaluation {
  return {
    check,
    as_of,
    legal_day: day === null ? null : isoDay(day),
    outcome: 'needs_info',
    primary: reason,
    reason_codes: [reason],
    missing: [pointer],
    restriction_code: BYTE_MISSING,
    rules: [],
    ...head,
  }
}
