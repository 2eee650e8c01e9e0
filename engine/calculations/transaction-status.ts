/** The status of a transaction that follows from its decision. Product rule H2. */
import type { Decision } from '../decide.ts'

export type TransactionStatus = 'approved' | 'denied' | 'review' | 'awaiting_counterparty'

/** Waiting for the counterparty only where nothing but travel-rule data is missing; any other missing fact goes to review. */
export function transactionStatus(decision: Pick<Decision, 'outcome' | 'rules'>): TransactionStatus {
  if (decision.outcome === 'allow') return 'approved'
  if (decision.outcome === 'deny') return 'denied'
  if (decision.outcome === 'review') return 'review'
  const asks = decision.rules.filter((rule) => rule.result === 'needs_info' && !rule.part_of)
  return asks.length > 0 && asks.every((rule) => rule.code.startsWith('TRAVEL_RULE_')) ? 'awaiting_counterparty' : 'review'
}
