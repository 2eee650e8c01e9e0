import { parseInstant } from './dates.ts'
import type { Decision } from './decide.ts'
import type { Outcome } from './run-rule.ts'

/** An officer's release of named hold reasons on exactly these facts. */
export type Approval = { readonly codes: readonly string[]; readonly facts_hash: string; readonly approved_at: string }
const APPROVAL_HOURS = 24

/**
 * The outcome once an approval is taken into account: it lifts only the reviews it names, on the facts it was given for, for 24 hours.
 * A denial and a missing fact can never be approved away. Product rule H2.
 */
export function outcomeAfter(
  decision: Decision,
  approval: Approval,
  factsHash: string,
): { readonly outcome: Outcome; readonly lifted: readonly string[] } {
  const at = parseInstant(approval.approved_at)
  const now = decision.as_of === null ? null : parseInstant(decision.as_of)
  const valid = approval.facts_hash === factsHash && at !== null && now !== null && now >= at && now - at <= APPROVAL_HOURS * 3_600_000
  if (!valid || decision.outcome !== 'review') return { outcome: decision.outcome, lifted: [] }
  const held = decision.rules.filter((rule) => rule.result === 'review' && !rule.part_of).map((rule) => rule.code)
  const lifted = [...new Set(held.filter((code) => approval.codes.includes(code)))]
  return { outcome: held.length > 0 && held.every((code) => lifted.includes(code)) ? 'allow' : 'review', lifted }
}
