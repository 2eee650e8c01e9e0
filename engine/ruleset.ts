import { hashOf, type Json } from './canonical.ts'
import { type Day, parseDay } from './dates.ts'
import { CHECKS, type Check, type Need, ROOTS, rerooted, SUBJECTS } from './facts.ts'
import { AT_REST, type Reader, type ReaderClass, readerClass } from './reading.ts'
import type { Params, Rule, Severity, Visibility } from './rule.ts'

/** The data of one rule in one ruleset: what is hashed, archived and replayed. */
export type RuleData = {
  readonly code: string
  readonly version: number
  readonly in_force_from: string
  readonly in_force_to: string | null
  readonly severity: Severity
  readonly params: Params
}

export type RulesetData = { readonly id: string; readonly version: string; readonly rules: readonly RuleData[] }

/**
 * A rule made ready to run: parameters bound, subject chosen, in-force days as numbers.
 * What a run reads of the rule is repeated here, so that all of them have one shape.
 */
export type Compiled = {
  readonly rule: Rule
  readonly code: string
  readonly market: Rule['market']
  readonly citation: Rule['citation']
  readonly visibility: Visibility
  readonly byte: number | null
  readonly partOf: string | null
  readonly applies: NonNullable<Rule['applies']> | null
  readonly holds: Rule['holds']
  readonly version: number
  readonly severity: Severity
  readonly params: Params
  readonly from: Day
  readonly to: Day
  readonly subject: string | null
  readonly needs: readonly Need<unknown>[]
  readonly reader: ReaderClass
  /** The reader that `decide` uses again and again. */
  readonly shared: Reader
  readonly order: number
}

export type Ruleset = {
  readonly ref: { readonly id: string; readonly version: string; readonly sha256: string }
  readonly data: RulesetData
  /** Parameters of a code on a legal day. Throws RangeError when no such rule is in force. */
  readonly paramsOn: (code: string, day: Day) => Params
  readonly plan: Readonly<Record<Check, readonly Compiled[]>>
}

/** Replaces parameters or the severity of a rule, by code. */
export type Overrides = { readonly [code: string]: { readonly params?: Params; readonly severity?: Severity } }

const FOREVER = 10_000_000

/** The data of a set of rules as they are written: every period of the newest version of each code. */
export function dataOf(rules: readonly Rule[], id: string, version: string, overrides: Overrides = {}): RulesetData {
  const newest = new Map<string, Rule>()
  for (const rule of rules) {
    const known = newest.get(rule.code)
    if (!known || rule.version > known.version) newest.set(rule.code, rule)
  }
  for (const code of Object.keys(overrides)) if (!newest.has(code)) throw new RangeError(`No rule has the code ${code}.`)
  const out: RuleData[] = []
  for (const rule of newest.values()) {
    const over = overrides[rule.code]
    const severity = over?.severity ?? rule.severity
    for (const old of rule.earlier ?? []) out.push({ code: rule.code, severity, ...old })
    out.push({
      code: rule.code,
      version: rule.version,
      in_force_from: rule.in_force_from,
      in_force_to: rule.in_force_to ?? null,
      severity,
      params: over?.params ? { ...rule.params, ...over.params } : rule.params,
    })
  }
  out.sort((a, b) => (a.code < b.code ? -1 : a.code > b.code ? 1 : a.version - b.version))
  return { id, version, rules: out }
}

/**
 * Binds ruleset data to the predicates that read it. The hash covers every code, version, period, severity and parameter.
 * Throws RangeError when the data names a rule version whose code is not here: a decision is never replayed under other law.
 */
export function buildRuleset(data: RulesetData, rules: readonly Rule[]): Ruleset {
  const plan = Object.fromEntries(CHECKS.map((check) => [check, [] as Compiled[]])) as Record<Check, Compiled[]>
  for (const one of data.rules) {
    const rule = predicateFor(one, rules)
    for (const check of rule.checks) {
      const subjects = rule.perSubject ? SUBJECTS[check] : [null]
      for (const subject of subjects) plan[check].push(compile(rule, one, subject, check))
    }
  }
  for (const check of CHECKS) plan[check].sort(byOrder)
  return { ref: { id: data.id, version: data.version, sha256: hashOf(data as unknown as Json) }, data, paramsOn: paramsOn(data), plan }
}

function paramsOn(data: RulesetData): Ruleset['paramsOn'] {
  const byCode = new Map<string, { from: Day; to: Day; params: Params }[]>()
  for (const one of data.rules) {
    const periods = byCode.get(one.code) ?? []
    periods.push({ ...days(one), params: one.params })
    byCode.set(one.code, periods)
  }
  return (code, day) => {
    for (const period of byCode.get(code) ?? []) if (day >= period.from && day <= period.to) return period.params
    throw new RangeError(`${code} is not in force.`)
  }
}

function days(data: RuleData): { from: Day; to: Day } {
  return {
    from: parseDay(data.in_force_from) ?? FOREVER,
    to: data.in_force_to === null ? FOREVER : (parseDay(data.in_force_to) ?? -FOREVER),
  }
}

function predicateFor(data: RuleData, rules: readonly Rule[]): Rule {
  const found = rules.find(
    (rule) =>
      rule.code === data.code &&
      (rule.version === data.version || rule.earlier?.some((old: { version: number }) => old.version === data.version)),
  )
  if (!found) throw new RangeError(`The predicate of ${data.code} version ${data.version} is not in this build.`)
  return found
}

function byOrder(a: Compiled, b: Compiled): number {
  if (a.order !== b.order) return a.order - b.order
  if (a.rule.code !== b.rule.code) return a.rule.code < b.rule.code ? -1 : 1
  if (a.version !== b.version) return a.version - b.version
  return 0
}

/** Makes one rule ready to run for one party (or none) of a check; without a check its paths stay as written. */
export function compile(rule: Rule, data: RuleData, subject: string | null, check: Check | null): Compiled {
  const roots = { ...(check && ROOTS[check]), ...(subject === null ? {} : { subject }) }
  const needs = rerooted(rule.needs, roots)
  const reader = readerClass(needs)
  return {
    rule,
    code: rule.code,
    market: rule.market,
    citation: rule.citation,
    visibility: rule.visibility ?? 'public',
    byte: rule.byte ?? null,
    partOf: rule.partOf ?? null,
    applies: rule.applies ?? null,
    holds: rule.holds,
    version: data.version,
    severity: data.severity,
    params: data.params,
    ...days(data),
    subject,
    needs: Object.values(needs),
    reader,
    shared: new reader(AT_REST),
    order: (check && rule.orderIn?.[check]) ?? rule.order,
  }
}
