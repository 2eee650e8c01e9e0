import type { Ctx } from '#core/kernel/context.ts'
import { PresentationRefused } from '#credentials/presented/refused.ts'
import type { EvidenceFound } from '../evidence/record.ts'
import type { SessionRow } from '../sessions/present.ts'
import { checkPresentation, declined, type Way } from './check.ts'
import { openPlace, type PendingRequest } from './pending.ts'
import { requestObject, walletAddresses } from './request.ts'
import { holdUntilReturn } from './return.ts'
import { asAppError, conclude, noteRefusal, replayed } from './settle.ts'

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
      found = await checkPresentation(ctx, { session, pending: waiting }, sent.response, way)
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

function requireWaiting(pending: PendingRequest | null): PendingRequest {
  if (!pending || pending.held) throw replayed()
  if (pending.expires_at <= Date.now())
    throw new PresentationRefused(
      'presentation_expired',
      'The request is too old. Go back to the page and answer the one that is shown there.',
    )
  return pending
}
