import type { issuances } from '#db/schema.ts'
import { explorerOf } from '../chain-receipts.ts'
import type { Ctx } from '../context.ts'
import type { OfferingRow } from '../offerings/facts.ts'
import { MINT_FAILURES, type MintFailure } from './fail-mint.ts'
import { mintTransaction } from './unsigned.ts'

type Row = typeof issuances.$inferSelect

export const ISSUANCE_STATUSES = ['authorized', 'submitted', 'confirmed', 'denied', 'failed'] as const

/** An issuance as it stands. What there is to sign is built anew, so that a contract named since then counts. */
export function presentIssuance(ctx: Ctx, row: Row, offering: Pick<OfferingRow, 'token_address' | 'token_decimals'>) {
  const waits = row.status === 'authorized'
  const unsigned = mintTransaction({
    ctx,
    offering,
    wallet: { address: row.wallet_address, family: row.wallet_address.startsWith('0x') ? 'evm' : 'solana' },
    quantity: row.quantity,
    chain: row.chain,
    allowed: row.status !== 'denied',
  })
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
    reason: row.reason,
    chain: row.chain,
    standard: row.standard,
    authorization: waits ? row.authorization : null,
    unsigned_transaction: waits ? unsigned.unsigned_transaction : null,
    unsigned_reason: waits ? unsigned.unsigned_reason : null,
    transaction_hash: row.transaction_hash,
    explorer_url: row.transaction_hash ? explorerOf(ctx, row.chain, row.transaction_hash) : null,
    expires_at: row.authorized_until?.toISOString() ?? null,
    failure: row.failure ? { code: row.failure as MintFailure, detail: MINT_FAILURES[row.failure as MintFailure] } : null,
    decision_id: row.decision_id,
    created_at: row.created_at.toISOString(),
  }
}
export type IssuanceDetail = ReturnType<typeof presentIssuance>
