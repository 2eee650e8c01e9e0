import { and, eq, isNull, sql } from 'drizzle-orm'
import { FAILURES, type Failure } from '#core/chain/transactions/chain.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { lockOffering } from '#core/sources/fixtures.ts'
import type { Tx } from '#db/connect.ts'
import { investments, issuances, lots, offerings } from '#db/schema.ts'
import { findScoped, inScope, lockScoped } from '#db/scoped.ts'
import { supplyWith } from './supply.ts'

/** Why an issuance ends without its mint. */
export const MINT_FAILURES = { ...FAILURES, not_reported: 'The mint was not reported within 24 hours.' } as const
export type MintFailure = Failure | 'not_reported'

/** Ends an authorised issuance whose mint failed on its chain, or was never reported: its units are free again. */
export async function failMint(tx: Tx, ctx: Ctx, id: string, reason: MintFailure) {
  const found = await findScoped(tx, issuances, ctx, id)
  const offering = found && (await lockOffering(tx, ctx, found.offering_id))
  const row = found && (await lockScoped(tx, issuances, ctx, id))
  const open = reason === 'not_reported' ? ['authorized'] : ['authorized', 'submitted']
  if (!row || !offering || !open.includes(row.status)) return null
  const at = new Date(ctx.now)
  await tx
    .update(issuances)
    .set({ status: 'failed', failure: reason, authorized_until: null, updated_at: at })
    .where(inScope(issuances, ctx, eq(issuances.id, id)))
  await tx
    .update(lots)
    .set({ closed_at: at, closed_by: id })
    .where(inScope(lots, ctx, and(eq(lots.issuance_id, id), isNull(lots.closed_at))))
  // A fixture is everybody's and counts nobody's units.
  const issued = offering.fixed ? offering.tokens_issued : String(BigInt(offering.tokens_issued) - BigInt(row.quantity))
  await tx
    .update(offerings)
    .set({ tokens_issued: issued, updated_at: at })
    .where(inScope(offerings, ctx, eq(offerings.id, offering.id)))
  if (row.investment_id)
    await tx
      .update(investments)
      .set({ issued_quantity: sql`${investments.issued_quantity} - ${row.quantity}::numeric` })
      .where(inScope(investments, ctx, eq(investments.id, row.investment_id)))
  return {
    audit: {
      action: 'token_issuance_failed',
      category: 'investment' as const,
      subject: { type: 'issuance', id },
      details: { offering_id: offering.id, quantity: row.quantity, reason, detail: MINT_FAILURES[reason] },
    },
    events: [
      {
        type: 'token.issuance.failed' as const,
        resource: { type: 'issuance', id },
        object: {
          id,
          offering_id: offering.id,
          wallet_address: row.wallet_address,
          quantity: row.quantity,
          status: 'failed',
          reason,
          transaction_hash: row.transaction_hash,
          supply: supplyWith(offering.total_supply, issued),
        },
        previous: { status: row.status },
      },
    ],
  }
}
