import { and, eq, isNull } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { closeCases } from '#core/record/cases/close.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import type { Written } from '#core/record/transaction.ts'
import type { Tx } from '#db/connect.ts'
import { investments, investors } from '#db/schema.ts'
import { inScope, lockScoped } from '#db/scoped.ts'
import { lockInvestment } from '../bookings/lock.ts'
import { tellInvestor } from '../bookings/tell-investor.ts'
import { enterVerdict, judgeAgain } from './judge-again.ts'

/**
 * Decides what an investor has waiting again, after a fact about them changed, by the rules in force now: what they allow is accepted,
 * what they deny is rejected, and what still asks for a person or a fact stays as it is.
 */
export async function judgeWaiting(tx: Tx, ctx: Ctx, investorId: string): Promise<Pick<Written<null>, 'audit' | 'events'> | null> {
  const investor = await lockScoped(tx, investors, ctx, investorId)
  if (!investor) return null
  const rows = await tx
    .select({ id: investments.id })
    .from(investments)
    .where(
      inScope(
        investments,
        ctx,
        and(eq(investments.investor_id, investorId), eq(investments.status, 'pending'), isNull(investments.payment_failed_at)),
      ),
    )
    .orderBy(investments.offering_id, investments.id)
  const events: EventInput[] = []
  const decided: Record<string, string> = {}
  const audit: AuditInput[] = []
  for (const { id } of rows) {
    const locked = await lockInvestment(tx, ctx, id)
    // Without a reservation it waits for people: what it was held for is theirs to settle.
    if (locked?.row.status !== 'pending' || !locked.row.reserved_until || locked.row.reserved_until.getTime() <= ctx.now) continue
    const judged = await judgeAgain(tx, ctx, locked).catch((error: unknown) => {
      // The offering is not open or has no room any more: the issuer sees why when they decide it.
      if (error instanceof AppError) return null
      throw error
    })
    if (!judged) continue
    // Each decision made has its entry in the log, also where nothing comes of it.
    audit.push(judged.decided.audit)
    if (judged.status === 'pending') continue
    const { status } = judged
    events.push(...(await enterVerdict(tx, ctx, locked, judged, status)))
    const outcome = status === 'accepted' ? 'release' : 'refuse'
    events.push(...(await closeCases(tx, ctx, { subjectId: id, kind: 'investment_review', outcome, reasonCode: 'facts_updated' })))
    await tellInvestor(tx, ctx, locked.row, {
      title: status === 'accepted' ? 'Your investment was accepted' : 'Your investment was rejected',
      body: `${locked.offering.name} decided it again with what is known of you now.`,
    })
    decided[id] = status
  }
  if (Object.keys(decided).length)
    audit.push({
      action: 'investments_decided_again',
      category: 'investment',
      subject: { type: 'investor', id: investorId },
      details: { reason: 'facts_updated', decided },
    })
  const [first, ...rest] = audit
  return first ? { audit: [first, ...rest], events } : null
}
