import type { Json } from './canonical.ts'
import { VOUCHED } from './cases/vouched.ts'
import { legalDay, parseDay, parseInstant } from './dates.ts'
import type { Facts } from './facts.ts'
import { setPath } from './paths.ts'
import { Context } from './reading.ts'
import type { Golden, Params, Rule } from './rule.ts'
import { compile } from './ruleset.ts'
import { currentRuleset } from './rulesets.ts'
import { type RuleOutcome, runRule } from './run-rule.ts'

/** Builds nested facts from dotted paths; null takes a fact away. Numbers in a path address list items. */
export function unflatten(...layers: readonly { readonly [path: string]: Json }[]): Record<string, Json> {
  const out: Record<string, unknown> = {}
  for (const layer of layers) for (const [path, value] of Object.entries(layer)) setPath(out, path, value)
  return out as Record<string, Json>
}

export const GOLDEN_AS_OF = '2026-11-21T17:00:00Z'

/** The facts of a worked case: `given` with the case laid over it, on 21 November 2026 unless the case says otherwise. */
export function goldenFacts(rule: Rule, golden: Golden): Facts {
  return unflatten({ check: rule.checks[0]!, as_of: GOLDEN_AS_OF, sources: VOUCHED }, rule.given, golden.facts) as unknown as Facts
}

/** Runs one rule alone on one worked case, under the version that was in force then. Parameters may be replaced (mutation). */
export function runGolden(rule: Rule, golden: Golden, params?: Params): RuleOutcome {
  return runAlone(rule, goldenFacts(rule, golden), params ?? golden.params)
}

export function runAlone(rule: Rule, facts: Facts, params?: Params): RuleOutcome {
  const ms = parseInstant(facts.as_of)
  if (ms === null) throw new RangeError(`${rule.code}: as_of is not a time.`)
  const day = legalDay(ms)
  const period = rule.earlier?.find(
    (old: { in_force_from: string; in_force_to: string }) => day >= parseDay(old.in_force_from)! && day <= parseDay(old.in_force_to)!,
  )
  const data = {
    code: rule.code,
    version: period?.version ?? rule.version,
    in_force_from: rule.in_force_from,
    in_force_to: rule.in_force_to ?? null,
    severity: rule.severity,
    params: { ...(period?.params ?? rule.params), ...params },
  }
  const now = { ms, day, check: facts.check }
  return runRule(
    compile(rule, data, null, null),
    new Context(facts, now, (code) => (code === rule.code ? data.params : currentRuleset.paramsOn(code, day))),
    now,
  )
}

/** Why an outcome is not what the worked case expects; null when it is. */
export function mismatch(golden: Golden, outcome: RuleOutcome): string | null {
  if (outcome.result !== golden.expect)
    return `expected ${golden.expect}, got ${outcome.result} ${JSON.stringify(outcome.missing)} ${outcome.reason ?? ''}`
  for (const [name, value] of Object.entries(golden.details ?? {})) {
    const got = outcome.params?.[name]
    if (JSON.stringify(got) !== JSON.stringify(value)) return `expected ${name} ${JSON.stringify(value)}, got ${JSON.stringify(got)}`
  }
  if (golden.reason !== undefined && outcome.reason !== golden.reason) return `expected reason ${golden.reason}, got ${outcome.reason}`
  return null
}
