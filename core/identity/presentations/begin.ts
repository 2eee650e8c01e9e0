import { renderSVG } from 'uqr'
import { z } from 'zod'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { write } from '#core/record/transaction.ts'
import { definePageVerb, defineVerb } from '#core/record/verb.ts'
import { identitySessions } from '#db/schema.ts'
import { findScoped } from '#db/scoped.ts'
import { lockSession } from '../sessions/conclude.ts'
import { openIdentitySession } from '../sessions/open.ts'
import { isGoingOn, presentSession, type SessionRow } from '../sessions/present.ts'
import { type AskedFrom, keepPending, newPending, type PendingRequest, pendingOf } from './pending.ts'
import { BROWSER_PROTOCOL, browserRequest, walletAddresses, walletLink } from './request.ts'
import { fingerprintOf } from './return.ts'

/** So many answers that did not count end it: whoever has not succeeded by then asks for another session. */
const MOST_TRIES = 20
/** A request with less left than this, ms, is not shown again. */
const STILL_GOOD = 3 * 60_000

export const presentationRequestShape = z
  .object({
    object: z.literal('presentation_request'),
    session_id: z.string(),
    request_uri: z.string().meta({ description: 'Where a wallet fetches the signed request' }),
    response_uri: z
      .string()
      .meta({ description: 'Where the answer goes: by the wallet, or as JSON by a page that got it from the browser' }),
    deep_link: z
      .string()
      .nullable()
      .meta({ description: 'Opens a wallet on the same device, which leads back to `return_url`; null without one' }),
    qr_text: z.string().meta({ description: 'What the code says that a wallet on another device reads' }),
    qr_svg: z.string().meta({ description: 'The same as a picture' }),
    digital_credentials: z
      .object({
        protocol: z.literal(BROWSER_PROTOCOL),
        request: z.string().meta({ description: 'The signed request: `data.request` of `navigator.credentials.get({ digital })`' }),
      })
      .nullable()
      .meta({ description: 'For a page whose `origin` was said' }),
    expires_at: z.string(),
  })
  .meta({ title: 'PresentationRequest' })

const presentationAnswer = presentationRequestShape.extend({ success: z.literal(true) })

const originField = z
  .url({ protocol: /^https?$/ })
  .max(300)
  .refine((text) => URL.parse(text)?.origin === text, 'Only scheme, host and port, as the browser says it')
  .meta({ description: 'Of the page that asks through the browser’s Digital Credentials API', examples: ['https://app.example.com'] })

/**
 * A request to the holder's digital identity wallet, for an app or page of your own. It is answered once, within ten minutes; asking again
 * while it waits gives the same. What it comes to is told by `identity.session.*`. Throws `not_found`, `invalid_transition`.
 */
export const requestPresentation = defineVerb({
  name: 'identity_sessions.request_presentation',
  permission: 'identity.write',
  input: byId('Id of the session').extend({ origin: originField.optional() }),
  output: presentationAnswer,
  run: async ({ ctx, input }) => {
    const session = await findScoped(ctx.db, identitySessions, ctx, input.id)
    if (!session) throw notFound()
    const { request } = await askWallet(ctx, session, { origin: input.origin ?? null, return_to: session.return_url, browser: null })
    return { success: true as const, ...request }
  },
})

/** The same for the page of the session, by whoever holds its secret. */
export const openPresentation = definePageVerb({
  name: 'identity_sessions.open_presentation',
  permission: null,
  input: z.strictObject({ secret: z.string().max(200), browser: z.string().max(200).optional() }),
  run: async ({ ctx: caller, input }) => {
    const { ctx, session } = await openIdentitySession(caller, input.secret)
    const { publicUrl } = ctx.services.config
    const browser = input.browser === undefined ? null : fingerprintOf(input.browser)
    // Whose cookies are kept from us, as within a page of somebody else's, cannot be known again: they are shown the code alone.
    const return_to = browser === null ? null : `${publicUrl}/verify/${input.secret}`
    const asked = { origin: new URL(publicUrl).origin, return_to, browser }
    const { request } = await askWallet(ctx, session, asked)
    return { ...request, simulated: ctx.world.issuers.simulated }
  },
})

/** How it stands with the wallet's answer, for the page that waits for it. */
export const readWalletAnswer = definePageVerb({
  name: 'identity_sessions.read_wallet_answer',
  permission: null,
  input: z.strictObject({ secret: z.string().max(200) }),
  run: async ({ ctx: caller, input }) => {
    const { ctx, session } = await openIdentitySession(caller, input.secret)
    const pending = await pendingOf(ctx.db, ctx, session)
    const { status } = presentSession(session, ctx.now)
    return { status, reason_code: session.reason_code, waiting: pending !== null && pending.expires_at > Date.now(), tries: session.tries }
  },
})

/** The request that waits for this page or app; where none does, a new one, which ends the one before. Throws `invalid_transition`. */
export async function askWallet(ctx: Ctx, session: SessionRow, asked: AskedFrom) {
  if (!isGoingOn(session, ctx.now)) throw new AppError('invalid_transition', 'This session has ended. Ask for another one.')
  if (!session.methods.includes('wallet_presentation'))
    throw new AppError('invalid_transition', 'This session does not take digital identity wallets. Choose another way.')
  if (session.tries >= MOST_TRIES) throw new AppError('invalid_transition', 'There were too many tries. Ask for another session.')
  const waiting = await pendingOf(ctx.db, ctx, session)
  if (waiting && isStillGood(waiting, asked)) return { session, request: await presentRequest(ctx, session, waiting) }
  const pending = await newPending(ctx, session, asked)
  // no event: whoever asked for it is answered with it.
  const begun = await write(ctx, async (tx) => {
    const locked = await lockSession(tx, ctx, session.id)
    // Asked twice at once, as when an answer was lost on its way: the first is the one that a wallet may hold by now.
    const first = await pendingOf(tx, ctx, locked)
    const stays = first !== null && isStillGood(first, asked)
    return {
      result: stays ? { session: locked, pending: first } : { session: await keepPending(tx, ctx, locked, pending), pending },
      audit: {
        action: 'identity_presentation_requested',
        category: 'user',
        subject: { type: 'identity_session', id: session.id },
        details: { origin: pending.origin, repeated: stays },
      },
    }
  })
  return { session: begun.session, request: await presentRequest(ctx, begun.session, begun.pending) }
}

const isStillGood = (pending: PendingRequest, asked: AskedFrom): boolean =>
  pending.held === undefined &&
  pending.expires_at - Date.now() > STILL_GOOD &&
  (['origin', 'return_to', 'browser'] as const).every((one) => pending[one] === asked[one])

async function presentRequest(ctx: Ctx, session: SessionRow, pending: PendingRequest): Promise<z.output<typeof presentationRequestShape>> {
  const { request, response } = walletAddresses(ctx, session, pending)
  const code = await walletLink(ctx, session, pending)
  const { origin } = pending
  return {
    object: 'presentation_request',
    session_id: session.id,
    request_uri: request,
    response_uri: response,
    deep_link: pending.return_to === null ? null : await walletLink(ctx, session, pending, true),
    qr_text: code,
    qr_svg: renderSVG(code, { border: 2 }),
    digital_credentials:
      origin === null ? null : { protocol: BROWSER_PROTOCOL, request: await browserRequest(ctx, session, { ...pending, origin }) },
    expires_at: new Date(pending.expires_at).toISOString(),
  }
}
