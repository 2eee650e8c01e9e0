import type { issuances } from '#db/schema.ts'
import { explorerOf } from '../chain-receipts.ts'
import type { Ctx } from '../context.ts'
import type { WireDecision } from '../decisions/present.ts'
import type { OfferingRow } from '../offerings/facts.ts'
import { MINT_FAILURES, type MintFailure } from './fail-mint.ts'
import { supplyWith } from './supply.ts'
import { type MintedOffering, mintAtHand, mintOf } from './unsigned.ts'

type Row = typeof issuances.$inferSelect

export const ISSUANCE_STATUSES = ['authorized', 'submitted', 'confirmed', 'denied', 'failed'] as const

/** An issuance as lists show it. What there is to sign is built anew, so that a contract named since then counts. */
export function presentIssuance(ctx: Ctx, row: Row, offering: MintedOffering & Pick<OfferingRow, 'total_supply' | 'tokens_issued'>) {
  const waits = row.status === 'authorized'
  const unsigned = mintAtHand(mintOf(ctx, row, offering))
  return {
    success: true as const,
    id: row.id,
    object: 'issuance' as const,
    status: row.status as (typeof ISSUANCE_STATUSES)[number],
    offering_id: row.offering_id,
    investor_id: row.investor_id || null,
    investment_id: row.investment_id,
    wallet_address: row.wallet_address,
    quantity: row.quantity,
    supply: supplyWith(offering.total_supply, offering.tokens_issued),
    reason: row.reason,
    chain: row.chain,
    standard: row.standard,
    authorization: waits ? row.authorization : null,
    unsigned_transaction: waits ? unsigned.unsigned_transaction : null,
    unsigned_reason: waits ? unsigned.unsigned_reason : row.status === 'denied' ? ('denied' as const) : null,
    transaction_hash: row.transaction_hash,
    explorer_url: row.transaction_hash ? explorerOf(ctx, row.chain, row.transaction_hash) : null,
    expires_at: row.authorized_until?.toISOString() ?? null,
    failure: row.failure ? { code: row.failure as MintFailure, detail: MINT_FAILURES[row.failure as MintFailure] } : null,
    decision_id: row.decision_id,
    created_at: row.created_at.toISOString(),
  }
}
export type IssuanceDetail = ReturnType<typeof presentIssuance>

/** An issuance by itself, as its call and its reading answer it alike. */
export type IssuanceView = IssuanceDetail & {
  /** What it opened; none when it was denied or failed. */
  lots: { quantity: string; lockup_until: string | null; holding_period_rule: string | null }[]
  decision: WireDecision
}

const HOLDING_RULES: Record<string, string> = { reg_d_506b: 'rule_144', reg_d_506c: 'rule_144', reg_s: 'reg_s_compliance_period' }

/** What the call and the reading of one issuance add to its row. `lockup`: until when the units it opened are locked up. */
export const presentWhole = (
  ctx: Ctx,
  row: Row,
  offering: Parameters<typeof presentIssuance>[2] & Pick<OfferingRow, 'regulation'>,
  p: { lockup: Date | null; decision: WireDecision },
): IssuanceView => ({
  ...presentIssuance(ctx, row, offering),
  lots: ['denied', 'failed'].includes(row.status)
    ? []
    : [
        {
          quantity: row.quantity,
          lockup_until: p.lockup?.toISOString() ?? null,
          holding_period_rule: HOLDING_RULES[offering.regulation] ?? null,
        },
      ],
  // The sandbox plays the holder limit (3008) on an offering that has none.
  decision:
    row.status === 'denied' && p.decision.outcome === 'allow'
      ? { ...p.decision, outcome: 'deny', reason_codes: [...p.decision.reason_codes, 'holder_limit'] }
      : p.decision,
})
