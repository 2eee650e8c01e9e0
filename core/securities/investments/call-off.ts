import type { Ctx } from '#core/kernel/context.ts'
import { closeCases } from '#core/record/cases/close.ts'
import type { Tx } from '#db/connect.ts'
import type { CancelReason, InvestmentRow } from '../bookings/present.ts'
import { unbookInvestment } from '../bookings/unbook.ts'
import type { OfferingRow } from '../offerings/facts.ts'

/**
 * Ends an investment for good, within a transaction that holds its row and its offering's. Its review ends with it; a possible
 * match with a sanctions list stays in the queue, unless the issuer ended it: neither the clock nor the investor settles that.
 */
export async function callOff(
  tx: Tx,
  ctx: Ctx,
  locked: { row: InvestmentRow; offering: OfferingRow },
  p: { reason: CancelReason; note?: string | undefined },
) {
  const { audit, events } = await unbookInvestment(tx, ctx, locked, 'cancelled', p.reason)
  const closed = await closeCases(tx, ctx, {
    subjectId: locked.row.id,
    kind: 'investment_review',
    outcome: 'refuse',
    ...(p.reason !== 'cancelled_by_issuer' && { reasonCode: p.reason, keepMatches: true }),
  })
  return {
    audit: { ...audit, details: { ...audit.details, reason: p.reason, ...(p.note && { note: p.note }) } },
    events: [...events, ...closed],
  }
}
