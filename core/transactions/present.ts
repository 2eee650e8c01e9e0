import type { transactions } from '#db/schema.ts'
import type { WireDecision } from '../decisions/present.ts'
import type { Compared } from './chain.ts'

/** Whose word it is that a transaction was sent: a chain's, or without an endpoint for one only the caller's. */
const confirmedBy = (row: typeof transactions.$inferSelect): 'chain' | 'caller' =>
  row.environment === 'production' && row.timeline.findLast((entry) => entry.status === 'settled')?.actor === 'system' ? 'chain' : 'caller'

/** What its chain could tell of it, when it confirmed it. */
const comparedOn = (row: typeof transactions.$inferSelect): Compared[] | null =>
  (row.timeline.findLast((entry) => entry.status === 'settled')?.compared as Compared[] | undefined) ?? null

/** A lock-up says when it ends, as its rule worked it out. */
function withDate(message: string, decision: WireDecision): string {
  const until = decision.rules.find((rule) => rule.code === 'issuer_lockup')?.message?.match(/\d{4}-\d\d-\d\d/)?.[0]
  return until ? message.replace(/\.$/, ` until ${until}.`) : message
}

/** A transaction as the API shows it (api.md, 4.9). */
export function presentTransaction(
  row: typeof transactions.$inferSelect,
  decision: WireDecision,
  message: string,
  onChain: null | { confirmations: number; block: number; explorer_url: string | null },
) {
  const travel = row.travel_rule as {
    required: boolean
    regime: string
    threshold: string
    status: string
    missing: string[]
    counterparty: string | null
    code: number | null
  } | null
  return {
    success: true as const,
    id: row.id,
    object: 'transaction' as const,
    market: row.market,
    type: row.type,
    status: row.status,
    from_address: row.from_address,
    to_address: row.to_address,
    spender_address: row.spender_address ?? null,
    amount: row.amount,
    currency: row.currency,
    offering_id: row.offering_id,
    restriction_code: row.restriction_code,
    restriction_message: row.restriction_code === 26 ? withDate(message, decision) : message,
    risk_score: row.risk_score ?? 0,
    checks: row.checks,
    travel_rule: travel
      ? {
          required: travel.required,
          regime: travel.regime,
          threshold: travel.threshold,
          status: travel.status,
          missing: travel.missing,
          counterparty: travel.counterparty,
          code: travel.code,
        }
      : null,
    authorization: row.status === 'approved' ? (row.authorization ?? null) : null,
    expires_at: row.status === 'approved' ? (row.deadline?.toISOString() ?? null) : null,
    transaction_hash: row.transaction_hash ?? null,
    on_chain: onChain,
    confirmed_by: row.status === 'settled' ? confirmedBy(row) : null,
    compared_on_chain: row.status === 'settled' ? comparedOn(row) : null,
    decision,
    created_at: row.created_at.toISOString(),
  }
}
export type TransactionView = ReturnType<typeof presentTransaction>
