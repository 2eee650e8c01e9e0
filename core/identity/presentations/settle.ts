import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { write } from '#core/record/transaction.ts'
import { PresentationRefused } from '#credentials/presented/refused.ts'
import type { EvidenceFound } from '../evidence/record.ts'
import { concludeSession, lockSession } from '../sessions/conclude.ts'
import type { SessionRow } from '../sessions/present.ts'
import { keepPending, type PendingRequest, pendingOf } from './pending.ts'

export const asAppError = (error: unknown) => (error instanceof PresentationRefused ? new AppError(error.code, error.message) : error)

export const replayed = () =>
  new PresentationRefused(
    'presentation_replayed',
    'This request was answered already, or another one took its place. Answer the one that is shown now.',
  )

/** Ends the session by what was found, where its request still waits. */
export async function conclude(
  ctx: Ctx,
  { id }: SessionRow,
  { id: answered }: PendingRequest,
  found: EvidenceFound,
): Promise<SessionRow['status']> {
  return write(ctx, async (tx) => {
    const session = await lockSession(tx, ctx, id)
    // Two answers at once: the request counts for the first.
    if ((await pendingOf(tx, ctx, session))?.id !== answered) throw asAppError(replayed())
    const open = await keepPending(tx, ctx, session, null)
    const { session: now, audit, events } = await concludeSession(tx, ctx, open, found)
    return { result: now.status, audit: [audit[0]!, ...audit.slice(1)], events }
  })
}

/** Keeps that an answer did not count and why, for who opened the session and for the page; its request is used up. */
export async function noteRefusal(
  ctx: Ctx,
  { id }: SessionRow,
  { id: answered }: PendingRequest,
  { code }: PresentationRefused,
): Promise<void> {
  // no event: the session goes on as it was.
  await write(ctx, async (tx) => {
    const session = await lockSession(tx, ctx, id)
    const still = (await pendingOf(tx, ctx, session))?.id === answered
    const change = { tries: session.tries + 1, reason_code: code, method: 'wallet_presentation' as const }
    if (still) await keepPending(tx, ctx, session, null, change)
    return {
      result: undefined,
      audit: {
        action: 'identity_presentation_refused',
        category: 'user',
        subject: { type: 'identity_session', id },
        details: { reason_code: code, tries: session.tries + 1 },
      },
    }
  })
}
