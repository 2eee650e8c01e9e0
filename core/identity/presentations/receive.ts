import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { write } from '#core/record/transaction.ts'
import { PresentationRefused } from '#credentials/presented/refused.ts'
import type { EvidenceFound } from '../evidence/record.ts'
import { concludeSession, lockSession } from '../sessions/conclude.ts'
import type { SessionRow } from '../sessions/present.ts'
import { checkPresentation, declined, type Way } from './check.ts'
import { keepPending, openPlace, type PendingRequest, pendingOf } from './pending.ts'
import { requestObject, walletAddresses } from './request.ts'
import { holdUntilReturn } from './return.ts'

/** What a wallet or a page sent: an encrypted answer, or that there is none. */
export interface WalletAnswer {
  response?: string | undefined
  error?: string | undefined
  state?: string | undefined
}

/** The signed request, for the wallet that fetches it. Throws `not_found`, `presentation_replayed`, `presentation_expired`. */
export async function readRequest(caller: Ctx, place: string, asked: { link: boolean; walletNonce?: string | undefined }): Promise<string> {
  const { ctx, session, pending } = await openPlace(caller, place)
  try {
    return await requestObject(ctx, session, requireWaiting(pending), asked)
  } catch (error) {
    throw asAppError(error)
  }
}

/**
 * Takes the answer to a request, once. What it proves ends the session (`concludeSession`); of a wallet on the same device, once its holder
 * is back where they began. What does not count is refused with its code, counted, and leaves the session open for another request. Throws `not_found`, and each refusal of a presentation.
 */
export async function receivePresentation(
  caller: Ctx,
  place: string,
  sent: WalletAnswer,
  by: { browser: boolean; link: boolean },
): Promise<{ status: SessionRow['status']; return_to: string | null }> {
  const { ctx, session, pending } = await openPlace(caller, place)
  let found: EvidenceFound
  try {
    const waiting = requireWaiting(pending)
    // Who does not know the state may not call it off.
    if (sent.response === undefined && sent.state !== waiting.state) throw new PresentationRefused('presentation_unreadable', UNREADABLE)
    try {
      if (sent.response === undefined) throw declined()
      // A link that leads nowhere back was never given.
      if (by.link && waiting.return_to === null) throw new PresentationRefused('presentation_not_returned', NOWHERE)
      const way: Way = by.browser
        ? { by: 'browser' }
        : { by: 'redirect', responseUri: walletAddresses(ctx, session, waiting, by.link).response }
      found = await checkPresentation(ctx, waiting, sent.response, way)
    } catch (error) {
      if (error instanceof PresentationRefused) await noteRefusal(ctx, session, waiting, error)
      throw error
    }
  } catch (error) {
    throw asAppError(error)
  }
  if (by.link) return { status: session.status, return_to: await holdUntilReturn(ctx, session, pending!, found) }
  return { status: await conclude(ctx, session, pending!, found), return_to: null }
}

const NOWHERE = 'The page that asks cannot be led back to. Scan its code with a wallet, or open the page in a window of its own.'
const UNREADABLE = 'The wallet sent neither an encrypted answer nor the state of the request it declines.'

export const asAppError = (error: unknown) => (error instanceof PresentationRefused ? new AppError(error.code, error.message) : error)

function requireWaiting(pending: PendingRequest | null): PendingRequest {
  if (!pending || pending.held) throw replayed()
  if (pending.expires_at <= Date.now())
    throw new PresentationRefused(
      'presentation_expired',
      'The request is too old. Go back to the page and answer the one that is shown there.',
    )
  return pending
}

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
