import { and, asc, eq, isNull, lte, notInArray } from 'drizzle-orm'
import { RELIANCE_JUDGED } from '#core/access/tenant/contracts.ts'
import { EVIDENCE_CAME, EVIDENCE_WAITS } from '#core/identity/evidence/record.ts'
import { EVIDENCE_TAKEN_BACK, tellTakenBack } from '#core/identity/evidence/take-back.ts'
import { judgeStanding } from '#core/identity/reliance/agreement.ts'
import { settleWaiting } from '#core/identity/reviews/settle-waiting.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { MONITOR_CASH, MONITOR_REDEMPTION } from '#core/markets/transactions/watch.ts'
import { lapseDocuments, lapseIdentity, lapseWaiting } from '#core/portal/holders/lapse.ts'
import { MONITOR_DECISION } from '#core/record/decisions/watch.ts'
import type { Written } from '#core/record/transaction.ts'
import { doEachDue } from '#core/record/write-due.ts'
import { failPayment, refundPayment } from '#core/securities/bookings/unbook.ts'
import { expireFreeze } from '#core/securities/holdings/freeze.ts'
import { judgeWaiting } from '#core/securities/investments/facts-updated.ts'
import { moveAfterWait } from '#core/securities/moves/move.ts'
import { failMint } from '#core/securities/tokens/fail-mint.ts'
import type { Tx } from '#db/connect.ts'
import { timers } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { lookAtDecision } from '../monitoring/decisions.ts'
import { lookAtCash, lookAtRedemption } from '../monitoring/payments.ts'
import { judgeByEvidence } from './evidence.ts'
import { resolveInvestor, resolveWallet } from './resolve.ts'
import { ACCREDITATION_UNPROVEN, endUnproven } from './unproven-accreditations.ts'

/** What a timer does, by its kind. Null: nothing was left to do. */
const KINDS: Record<string, (tx: Tx, ctx: Ctx, subjectId: string) => Promise<Pick<Written<null>, 'audit' | 'events'> | null>> = {
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
  [MONITOR_DECISION]: lookAtDecision,
  [MONITOR_CASH]: lookAtCash,
  [MONITOR_REDEMPTION]: lookAtRedemption,
  [EVIDENCE_CAME]: judgeByEvidence,
  [EVIDENCE_TAKEN_BACK]: tellTakenBack,
  [EVIDENCE_WAITS]: settleWaiting,
  [RELIANCE_JUDGED]: judgeStanding,
  [ACCREDITATION_UNPROVEN]: endUnproven,
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
