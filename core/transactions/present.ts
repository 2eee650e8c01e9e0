import type { transactions } from '#db/schema.ts'
import type { WireDecision } from '../decisions/present.ts'

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
    restriction_message: message,
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
    decision,
    created_at: row.created_at.toISOString(),
  }
}
export type TransactionView = ReturnType<typeof presentTransaction>
