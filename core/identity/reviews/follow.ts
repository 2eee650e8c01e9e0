import { and, eq, ne } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { closeCases } from '#core/record/cases/close.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { Tx } from '#db/connect.ts'
import { cases, identitySessions } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { rank } from '../credentials/live.ts'
import type { EvidenceRow } from '../evidence/present.ts'
import { closeReview, IDENTITY_EVIDENCE, IDENTITY_REVIEW } from '../sessions/conclude.ts'
import { type SessionRow, sessionEvent } from '../sessions/present.ts'

/**
 * Lets every session that waits on a piece of evidence follow what a reviewer made of it, and ends their cases: the same thing may have been
 * shown in several. One that somebody else decides at this moment is left to them: they find the evidence judged.
 */
export async function settleSessions(tx: Tx, ctx: Ctx, found: EvidenceRow, reasonCode = 'settled_elsewhere'): Promise<EventInput[]> {
  const waiting = await waitingOn(tx, ctx, found.id).for('update', { skipLocked: true })
  const told: EventInput[] = []
  for (const session of waiting) told.push(...(await follow(tx, ctx, session, found, reasonCode)))
  return told
}

/** Sessions that wait on a piece of evidence. */
export const waitingOn = (tx: Tx, ctx: Ctx, evidenceId: string) =>
  tx
    .select()
    .from(identitySessions)
    .where(inScope(identitySessions, ctx, and(eq(identitySessions.evidence_id, evidenceId), eq(identitySessions.status, 'in_review'))))
    .orderBy(identitySessions.id)

async function follow(tx: Tx, ctx: Ctx, session: SessionRow, found: EvidenceRow, reasonCode: string): Promise<EventInput[]> {
  const status = await statusBy(tx, ctx, session, found)
  const goesOn = status === 'open' || status === 'in_review'
  const [now] = await tx
    .update(identitySessions)
    .set({ status, reason_code: found.reason_code, updated_at: new Date(ctx.now), ...(!goesOn && { state_sealed: null }) })
    .where(inScope(identitySessions, ctx, eq(identitySessions.id, session.id)))
    .returning()
  const outcome = found.state === 'valid' ? 'release' : 'refuse'
  const closed = await closeCases(tx, ctx, { subjectId: session.id, kind: IDENTITY_EVIDENCE, outcome, reasonCode })
  if (status === 'in_review') return closed
  if (status === 'open') return [...closed, sessionEvent({ ...now!, status })]
  // Documents that were sent as well nobody has to look at any more.
  return [...closed, ...(await closeReview(tx, ctx, session, outcome, 'settled_elsewhere')), sessionEvent({ ...now!, status })]
}

/** What evidence that was judged makes of a session. What does not go far enough, or was taken back, takes nothing from who has documents sent. */
async function statusBy(tx: Tx, ctx: Ctx, session: SessionRow, { state, level, expires_at }: EvidenceRow) {
  if (state === 'rejected') return 'rejected'
  const counts = state === 'valid' && (expires_at === null || expires_at.getTime() > ctx.now)
  if (counts && rank(level) >= rank(session.level)) return 'verified'
  const [read] = await tx
    .select({ id: cases.id })
    .from(cases)
    .where(inScope(cases, ctx, and(eq(cases.subject_id, session.id), eq(cases.kind, IDENTITY_REVIEW), ne(cases.status, 'decided'))))
    .limit(1)
  if (read) return 'in_review'
  // Where the time for another try is over while it waited, it ends here.
  return state === 'withdrawn' && session.expires_at.getTime() <= ctx.now ? 'rejected' : 'open'
}
