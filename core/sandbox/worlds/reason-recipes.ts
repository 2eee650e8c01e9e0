import type { Json } from '#engine/canonical.ts'
import { ROOTS, SUBJECTS } from '#engine/facts.ts'
import { goldenFacts } from '#engine/goldens.ts'
import { REASONS } from '#engine/reasons.ts'
import type { Golden, Result, Rule } from '#engine/rule.ts'
import { RULES } from '#engine/rulesets.ts'

/** How to see a reason code: the named scenario or call, or any decision made again with these facts by `POST /v1/simulations`. */
export interface ReasonRecipe {
  code: string
  /** Why it is said, in a sentence. */
  meaning: string
  way:
    | { kind: 'simulation'; check: string; result: string; changes: Record<string, Json> }
    | { kind: 'call'; say: string }
    /** Kept in the stored decision beside a rule that allows; not among its reason codes. */
    | { kind: 'note'; say: string }
    /** Told to the tenant by the neutral code `manual_review` only. */
    | { kind: 'officer_only' }
    /** A guard that no input is known to reach. */
    | { kind: 'guard'; say: string }
}

/** Results in the order in which they make the better example. */
const SPEAKING: readonly Result[] = ['fail', 'review', 'needs_info', 'warn', 'info']

/** Reasons of the product beside those of the rules, with the call that brings each about in the sandbox. */
export const OUTCOME_REASONS: Record<string, string> = {
  credential_revoked: 'POST /v1/defi/verify-wallet with wallet 1005',
  credential_suspended: 'POST /v1/defi/verify-wallet with wallet 1006',
  document_mismatch: 'POST /v1/wallets/verify with wallet 1002',
  issuer_request: 'POST /v1/credentials/{id}/revoke with this reason_code: acts take any code you choose',
}

/** Rules that a changed fact cannot show, because what belongs together is changed together. */
const RULES_BY_CALL: Record<string, string> = {
  INVESTMENT_AMOUNT_MISMATCH: 'POST /v1/investments with amount and quantity that disagree: the error amount_mismatch',
}

let made: ReasonRecipe[] | null = null

/** Every reason code, with a way to see it. Worked out once, from the rules' own worked cases. */
export function reasonRecipes(): ReasonRecipe[] {
  made ??= [
    ...[...new Map(RULES.map((rule) => [rule.code, rule])).values()].map(ruleRecipe),
    ...Object.entries(REASONS)
      .filter(([code]) => !RULES.some((rule) => rule.code === code))
      .map(([code, meaning]) => ({ code, meaning, way: reasonWay(code) })),
    ...Object.entries(OUTCOME_REASONS).map(([code, say]) => ({ code, meaning: say, way: { kind: 'call' as const, say } })),
  ]
  return made
}

function ruleRecipe(rule: Rule): ReasonRecipe {
  const common = { code: rule.code, meaning: rule.sentence }
  if (rule.visibility === 'officer') return { ...common, way: { kind: 'officer_only' } }
  const call = RULES_BY_CALL[rule.code]
  if (call) return { ...common, way: { kind: 'call', say: call } }
  const golden = [...rule.goldens].filter(usable).sort((a, b) => SPEAKING.indexOf(a.expect) - SPEAKING.indexOf(b.expect))[0]
  return { ...common, way: golden ? simulation(rule, golden) : { kind: 'guard', say: 'This rule only ever passes or does not apply.' } }
}

const usable = (golden: Golden) => SPEAKING.includes(golden.expect) && golden.params === undefined

/** A worked case as changes to a decision: its facts under the names of the check it is made in. */
function simulation(rule: Rule, golden: Golden): ReasonRecipe['way'] {
  const { check, as_of } = goldenFacts(rule, golden)
  const roots: Record<string, string> = { ...ROOTS[check], ...(rule.perSubject && { subject: SUBJECTS[check][0]! }) }
  const named = (path: string) => {
    const [room, ...rest] = path.split('.')
    return [roots[room!] ?? room, ...rest].join('.')
  }
  const changes: Record<string, Json> = { check, as_of }
  for (const layer of [rule.given, golden.facts])
    for (const [path, value] of Object.entries(layer)) if (path !== 'check' && path !== 'as_of') changes[named(path)] = value as Json
  return { kind: 'simulation', check, result: golden.expect, changes }
}

function reasonWay(code: string): ReasonRecipe['way'] {
  if (code === 'CHECK_UNKNOWN') return { kind: 'simulation', check: 'none', result: 'needs_info', changes: { check: 'none' } }
  if (code === 'NO_RULES_IN_FORCE') return { kind: 'guard', say: 'Every check has rules on each day whose law is recorded.' }
  if (code === 'LAW_NOT_RECORDED')
    return { kind: 'simulation', check: 'payment', result: 'needs_info', changes: { check: 'payment', as_of: '2022-01-03T12:00:00Z' } }
  if (code === 'FACT_MISSING')
    return {
      kind: 'simulation',
      check: 'sanctions.check',
      result: 'needs_info',
      changes: { check: 'sanctions.check', 'subject.kind': null },
    }
  if (code === 'STRONGER_SOURCE_NEEDED') return { kind: 'guard', say: 'The sandbox plays every source, so none there is too weak.' }
  if (code === 'MANUAL_REVIEW') return { kind: 'call', say: 'any reason that only officers may read, told by this code instead' }
  if (code === 'FACTS_CONTRADICT')
    return {
      kind: 'simulation',
      check: 'sanctions.check',
      result: 'review',
      changes: { check: 'sanctions.check', 'subject.kind': 'absent', 'subject.full_name': 'Ada Example' },
    }
  if (code === 'RULE_COULD_NOT_RUN') return { kind: 'guard', say: 'A defect in a rule goes to a person under this code.' }
  for (const rule of RULES) {
    if (rule.visibility === 'officer') continue
    // As the case states it, which its own test proves: to run them all here would hold up everybody's answers for seconds.
    for (const golden of rule.goldens)
      if (golden.params === undefined && golden.reason === code)
        return ['fail', 'review', 'needs_info'].includes(golden.expect)
          ? simulation(rule, golden)
          : { kind: 'note', say: `Kept in the decision beside ${rule.code.toLowerCase()}, which it does not change.` }
  }
  return { kind: 'guard', say: 'Said beside a rule that only officers may read.' }
}
