import { and, eq, gt, ne, sql } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import type { Tx } from '#db/connect.ts'
import { investments } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { parseMicro } from '#engine/money.ts'
import type { OfferingRow } from '../offerings/facts.ts'
import type { InvestmentRow } from './present.ts'

/** How long an investment that waits holds its units (rulebook, life of an investment). */
export const RESERVATION_MS = 72 * 3_600_000
/** How long a failed payment may be made good. */
export const CURE_MS = 5 * 86_400_000

/** What investments that wait hold of an offering's raise now, without the one named. The offering must be locked; a fixture counts nobody's. */
export async function reservedOf(tx: Tx, ctx: Ctx, offering: OfferingRow, except?: string): Promise<bigint> {
  if (offering.fixed) return 0n
  const [row] = await tx
    .select({ sum: sql<string>`trim_scale(coalesce(sum(${investments.amount}), 0))::text` })
    .from(investments)
    .where(
      inScope(
        investments,
        ctx,
        and(
          eq(investments.offering_id, offering.id),
          eq(investments.status, 'pending'),
          gt(investments.reserved_until, new Date(ctx.now)),
          except ? ne(investments.id, except) : undefined,
        ),
      ),
    )
  return parseMicro(row!.sum) ?? 0n
}

const SENTENCES: Record<string, string> = {
  reservation_expired: 'Its reservation ended',
  payment_not_received: 'Its payment was not made good in time',
  cancelled_by_investor: 'The investor cancelled it',
}

/** Throws `invalid_transition` unless an investment waits and still holds its units, with what became of it. */
export function requireWaiting(ctx: Ctx, row: InvestmentRow): void {
  const over = row.status === 'pending' && row.reserved_until !== null && row.reserved_until.getTime() <= ctx.now
  const reason = over ? (row.payment_failed_at ? 'payment_not_received' : 'reservation_expired') : row.cancel_reason
  const sentence = reason && SENTENCES[reason]
  if (sentence && (over || row.status === 'cancelled'))
    throw new AppError(
      'invalid_transition',
      `${sentence}, so its units are free again and it can no longer be accepted. Record a new investment: it is decided anew.`,
      { extra: { reason } },
    )
  if (row.status !== 'pending') throw new AppError('invalid_transition', `The investment is ${row.status} already.`)
}
