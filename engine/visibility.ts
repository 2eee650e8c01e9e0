import { codesOf, type Decision } from './decide.ts'
import type { Visibility } from './rule.ts'
import type { RuleOutcome } from './run-rule.ts'

export type Audience = Visibility

const RANK: Record<Visibility, number> = { public: 0, tenant: 1, officer: 2 }
const BYTE_REVIEW = 250
const SPEAKS: ReadonlySet<string> = new Set(['fail', 'needs_info', 'review'])

const isFor = (audience: Audience) => (rule: RuleOutcome) => RANK[rule.visibility] <= RANK[audience]

/** The outcomes that an audience may read. */
export const rulesFor = (rules: readonly RuleOutcome[], audience: Audience): RuleOutcome[] => rules.filter(isFor(audience))

/**
 * The decision as an audience may read it. What officers alone may know (suspicion, structuring, wash trading) disappears with its
 * facts and figures; where it spoke against allowing, the one neutral code MANUAL_REVIEW stands for all of it. The outcome stays.
 * Nobody may be told that a suspicious activity report exists or is thought of: 31 USC 5318(g)(2), 31 CFR 1020.320(e).
 * `result_hash` stays that of the whole decision, so that an officer can find it again.
 */
export const redactFor = (decision: Decision, audience: Audience): Decision => redactBy(decision, isFor(audience))

/** The decision with the rules alone that somebody may read: as `redactFor`. */
export function redactBy(decision: Decision, visible: (rule: RuleOutcome) => boolean): Decision {
  if (decision.rules.every(visible)) return decision
  const rules = decision.rules.filter(visible)
  const hides = decision.rules.some((rule) => !visible(rule) && SPEAKS.has(rule.result))
  const codes = codesOf(rules)
  const primaryShown = decision.primary === null || rules.some((rule) => rule.code === decision.primary && SPEAKS.has(rule.result))
  const missing = new Set(rules.flatMap((rule) => (rule.part_of ? [] : rule.missing.map((path) => `/${path.replaceAll('.', '/')}`))))
  return {
    ...decision,
    primary: primaryShown ? decision.primary : 'MANUAL_REVIEW',
    reason_codes: hides ? [...codes, 'MANUAL_REVIEW'] : codes,
    missing: decision.missing.filter((pointer) => missing.has(pointer)),
    restriction_code: primaryShown ? decision.restriction_code : BYTE_REVIEW,
    rules,
  }
}
