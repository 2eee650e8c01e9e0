import type { Day } from '../dates.ts'
import { isRegA } from '../facts/groups/securities.ts'
import type { Regulation } from '../facts/words.ts'

export type OtherOffering = { readonly kind: string; readonly starts_on: Day; readonly ended_on: Day | null }

/**
 * True where Rule 152(b)(2) or (4) keeps two offerings apart: one is under Regulation S, Rule 701 or a benefit plan,
 * or this one may solicit and the other has ended by the day this one starts.
 */
export function safeHarbour(regulation: Regulation, start: Day, other: OtherOffering): boolean {
  if (regulation === 'reg_s' || other.kind === 'reg_s' || other.kind === 'rule_701' || other.kind === 'benefit_plan') return true
  const maySolicit = regulation === 'reg_d_506c' || isRegA(regulation)
  return maySolicit && other.ended_on !== null && other.ended_on <= start
}
