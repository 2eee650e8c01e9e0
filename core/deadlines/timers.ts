import { and, asc, eq, isNull, lte, notInArray } from 'drizzle-orm'
import type { Tx } from '#db/connect.ts'
import { timers } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import type { AuditInput } from '../audit/append.ts'
import type { Ctx } from '../context.ts'
import type { EventInput } from '../events.ts'
import { lapseDocuments, lapseIdentity, lapseWaiting } from '../holders/lapse.ts'
import { expireFreeze } from '../holdings/freeze.ts'
import { judgeWaiting } from '../investments/facts-updated.ts'
import { failPayment, refundPayment } from '../investments/unbook.ts'
import { resolveInvestor, resolveWallet } from '../sandbox/resolve.ts'
import { failMint } from '../tokens/fail-mint.ts'
import { moveAfterWait } from '../wallets/move.ts'
import { doEachDue } from './write-due.ts'

/** What a timer does, by its kind. Null: nothing was left to do. */
const KINDS: Record<string, (tx: Tx, ctx: Ctx, subjectId: string) => Promise<{ audit: AuditInput; events: EventInput[] } | null>> = {
  payment_failed: failPayment,
  refund: refundPayment,
  mint_failed: (tx, ctx, id) => failMint(tx, ctx, id, 'reverted'),
  freeze_ends: expireFreeze,
  wallet_move: moveAfterWait,
  investor_identity: (tx, ctx, id) => resolveInvestor(tx, ctx, id, { status: 'verified' }),
  identity_expires: lapseIdentity,
  documents_expire: lapseDocuments,
  verification_waits: lapseWaiting,
  facts_updated: judgeWaiting,
  wallet_identity: (tx, ctx, id) => resolveWallet(tx, ctx, id, { status: 'verified' }),
}

/** Runs the timers that are due; each in a transaction of its own. */
export async function runTimers(ctx: Ctx): Promise<number> {
  const due = inScope(timers, ctx, and(isNull(timers.done_at), lte(timers.due_at, new Date(ctx.now))))
  const next = async (leftOut: string[]) =>
    (
      await ctx.db
        .select({ id: timers.id })
        .from(timers)
        .where(and(due, notInArray(timers.id, leftOut)))
        .orderBy(asc(timers.due_at), asc(timers.id))
        .limit(1)
    )[0]
  // no event: what the timer does says its own.
  return doEachDue(ctx, next, async (tx, id) => {
    const [timer] = await tx
      .update(timers)
      .set({ done_at: new Date(ctx.now) })
      .where(and(due, eq(timers.id, id)))
      .returning()
    if (!timer) return null
    const run = KINDS[timer.kind]
    // A newer process set it, and will run it: this one must not call it done.
    if (!run) throw new Error(`There is no timer of the kind ${timer.kind}.`)
    const done = await run(tx, ctx, timer.subject_id)
    return {
      result: 1,
      audit: done?.audit ?? { action: 'timer_idle', category: 'system', details: { kind: timer.kind, subject_id: timer.subject_id } },
      events: done?.events ?? [],
    }
  })
}
