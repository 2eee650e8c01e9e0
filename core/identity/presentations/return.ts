import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Ctx } from '#core/kernel/context.ts'
import { notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { isSameText } from '#core/kernel/same-text.ts'
import { write } from '#core/record/transaction.ts'
import { definePageVerb, defineVerb } from '#core/record/verb.ts'
import { PresentationRefused } from '#credentials/presented/refused.ts'
import { identitySessions } from '#db/schema.ts'
import { findScoped } from '#db/scoped.ts'
import type { EvidenceFound } from '../evidence/record.ts'
import { lockSession } from '../sessions/conclude.ts'
import { openIdentitySession } from '../sessions/open.ts'
import { presentSession, type SessionRow } from '../sessions/present.ts'
import { sessionAnswer } from '../sessions/shape.ts'
import { keepPending, type PendingRequest, pendingOf } from './pending.ts'
import { asAppError, conclude, noteRefusal, replayed } from './settle.ts'

/**
 * A wallet on the same device answers from wherever the link to it was opened. Who sent that link to somebody else would be taken for them.
 * So what it showed counts only where the request began: its holder is led back there with a code (OpenID4VP 1.0, sections 8.2 and 13.3).
 */
export async function holdUntilReturn(ctx: Ctx, { id }: SessionRow, { id: answered, return_to }: PendingRequest, found: EvidenceFound) {
  const code = randomBytes(24).toString('base64url')
  const { takenAt, expiresAt } = found
  const held = {
    code_hash: fingerprintOf(code),
    found: { ...found, takenAt: takenAt.toISOString(), expiresAt: expiresAt?.toISOString() ?? null },
  }
  // no event: nothing counts yet.
  await write(ctx, async (tx) => {
    const session = await lockSession(tx, ctx, id)
    const pending = await pendingOf(tx, ctx, session)
    // Two answers at once: the request counts for the first.
    if (pending?.id !== answered || pending.held) throw asAppError(replayed())
    await keepPending(tx, ctx, session, { ...pending, held })
    const subject = { type: 'identity_session', id }
    return { result: undefined, audit: { action: 'identity_presentation_held', category: 'user', subject, details: {} } }
  })
  const url = new URL(return_to!)
  url.searchParams.set('response_code', code)
  return url.href
}

export const fingerprintOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/**
 * Ends a session by what a wallet on the same device showed, by the code with which its holder came back to `return_url`: whoever shows the
 * link in an app or page of their own sees to it that it is the same person's browser. Throws `not_found`, `presentation_expired`,
 * `presentation_not_returned`.
 */
export const finishPresentation = defineVerb({
  name: 'identity_sessions.finish_presentation',
  permission: 'identity.write',
  input: byId('Id of the session').extend({
    response_code: z.string().max(200).meta({ description: 'What the wallet brought back to `return_url`' }),
  }),
  output: sessionAnswer,
  run: async ({ ctx, input }) => {
    const session = await findScoped(ctx.db, identitySessions, ctx, input.id)
    if (!session) throw notFound()
    await finish(ctx, session, input.response_code, null)
    const now = (await findScoped(ctx.db, identitySessions, ctx, input.id))!
    return { success: true as const, ...presentSession(now, ctx.now) }
  },
})

/** The same for the page of the session, in the browser in which it began. */
export const returnToPage = definePageVerb({
  name: 'identity_sessions.return_to_page',
  permission: null,
  input: z.strictObject({ secret: z.string().max(200), response_code: z.string().max(200), browser: z.string().max(200).optional() }),
  run: async ({ ctx: caller, input }) => {
    const { ctx, session } = await openIdentitySession(caller, input.secret)
    await finish(ctx, session, input.response_code, input.browser === undefined ? null : fingerprintOf(input.browser))
  },
})

const notReturned = () =>
  new PresentationRefused(
    'presentation_not_returned',
    'No presentation came back with this code to the browser in which it began, so none counts. Answer the request where the page is open.',
  )

/** `browser` is what the page is known by; null where somebody else's app answers for its own. */
async function finish(ctx: Ctx, session: SessionRow, code: string, browser: string | null): Promise<void> {
  const pending = await pendingOf(ctx.db, ctx, session)
  try {
    if (!pending?.held) throw notReturned()
    const { code_hash, found } = pending.held
    try {
      if (pending.expires_at <= Date.now())
        throw new PresentationRefused('presentation_expired', 'The holder came back too late. Show the request anew.')
      if (!isSameText(code_hash, fingerprintOf(code)) || pending.browser !== browser) throw notReturned()
    } catch (error) {
      if (error instanceof PresentationRefused) await noteRefusal(ctx, session, pending, error)
      throw error
    }
    const { takenAt, expiresAt } = found
    await conclude(ctx, session, pending, {
      ...found,
      takenAt: new Date(takenAt),
      expiresAt: expiresAt === null ? null : new Date(expiresAt),
    })
  } catch (error) {
    throw asAppError(error)
  }
}
