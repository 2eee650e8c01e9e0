import { and, eq, isNull } from 'drizzle-orm'
import type { Tx } from '#db/connect.ts'
import { investments, investors } from '#db/schema.ts'
import { inScope, lockScoped } from '#db/scoped.ts'
import type { AuditInput } from '../audit/append.ts'
import { closeCases } from '../cases/close.ts'
import type { Ctx } from '../context.ts'
import { AppError } from '../errors.ts'
import type { EventInput } from '../events.ts'
import { enterVerdict, judgeAgain } from './judge-again.ts'
import { lockInvestment } from './lock.ts'
import { tellInvestor } from './tell-investor.ts'

/**
 * Decides what an investor has waiting again, after a fact about them changed, by the rules in force now: what they allow is accepted,
 * what they deny is rejected, and what still asks for a person or a fact stays as it is.
 */
export async function judgeWaiting(tx: Tx, ctx: Ctx, investorId: string): Promise<{ audit: AuditInput; events: EventInput[] } | null> {
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
  for (const { id } of rows) {
    const locked = await lockInvestment(tx, ctx, id)
    // Without a reservation it waits for people: what it was held for is theirs to settle.
    if (locked?.row.status !== 'pending' || !locked.row.reserved_until || locked.row.reserved_until.getTime() <= ctx.now) continue
    const judged = await judgeAgain(tx, ctx, locked).catch((error: unknown) => {
      // The offering is not open or has no room any more: the issuer sees why when they decide it.
      if (error instanceof AppError) return null
      throw error
    })
    if (!judged || judged.verdict.status === 'pending') continue
    const { status } = judged.verdict
    events.push(...(await enterVerdict(tx, ctx, locked, judged, status)))
    const outcome = status === 'accepted' ? 'release' : 'refuse'
    events.push(...(await closeCases(tx, ctx, { subjectId: id, kind: 'investment_review', outcome, reasonCode: 'facts_updated' })))
    await tellInvestor(tx, ctx, locked.row, {
      title: status === 'accepted' ? 'Your investment was accepted' : 'Your investment was rejected',
      body: `${locked.offering.name} decided it again with what is known of you now.`,
    })
    decided[id] = status
  }
  if (!Object.keys(decided).length) return null
  return {
    audit: {
      action: 'investments_decided_again',
      category: 'investment',
      subject: { type: 'investor', id: investorId },
      details: { reason: 'facts_updated', decided },
    },
    events,
  }
}
