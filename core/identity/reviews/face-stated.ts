import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Ctx } from '#core/kernel/context.ts'
import { invalidField } from '#core/kernel/errors.ts'
import { dateTime } from '#core/kernel/fields.ts'
import { write } from '#core/record/transaction.ts'
import { identitySessions } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { lockSession } from '../sessions/conclude.ts'
import type { SessionRow } from '../sessions/present.ts'
import { FACE_NOTICE } from './face-notice.ts'

/** Consent that was given in an app of the tenant, as the tenant states it. */
export const faceConsent = z
  .strictObject({
    notice_version: z
      .string()
      .regex(/^[\w.-]{1,64}$/)
      .meta({ description: 'What you call the version of the notice that the person read' }),
    notice_sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .meta({ description: 'SHA-256 of its text in UTF-8, in lower-case hex. Keep the text: it shows what was agreed to' }),
    agreed_at: dateTime.meta({ description: 'When the person agreed to it, by an act of its own' }),
  })
  .meta({
    description:
      'To what the person agreed in your app before their face is measured. Needed once, unless they agreed on the page of the session',
  })

const DAY_MS = 86_400_000
/** A consent is for the check that is to come, not for one of long ago: as long as a session may be open. */
const FRESH_MS = 30 * DAY_MS
/** Clocks differ. */
const AHEAD_MS = 60_000

/**
 * The session with the consent that a provider needs: one given on its page, or what the tenant states, which is kept with who stated it.
 * Throws `validation_failed` where there is none, or one that is over, not yet given, or older than its being taken back.
 */
export async function withFaceConsent(ctx: Ctx, session: SessionRow, said: z.output<typeof faceConsent> | undefined): Promise<SessionRow> {
  if (!said) {
    if (session.face_notice === FACE_NOTICE.version || session.face_stated) return session
    throw invalidField(
      '/face_consent',
      'required',
      'A provider measures faces. Send the person to the page of the session, where they read what becomes of theirs and agree, or say to what and when they agreed in your app.',
    )
  }
  const at = Date.parse(said.agreed_at)
  if (at > ctx.now + AHEAD_MS)
    throw invalidField('/face_consent/agreed_at', 'future_date', 'Nobody can have agreed at a time that is still to come.')
  if (at < ctx.now - FRESH_MS)
    throw invalidField('/face_consent/agreed_at', 'too_old', 'This consent is older than 30 days. Ask the person for one for this check.')
  // What the call answers is its check, which comes after.
  // no event: nothing is found out by it.
  return write({ ...ctx, idempotency: null }, async (tx) => {
    const locked = await lockSession(tx, ctx, session.id)
    if (locked.face_taken_back_at && locked.face_taken_back_at.getTime() >= at)
      throw invalidField('/face_consent/agreed_at', 'taken_back', 'The person took their consent back after that. Ask them again.')
    const face_stated = { ...said, stated_at: new Date(ctx.now).toISOString(), by: ctx.actor.id }
    const [result] = await tx
      .update(identitySessions)
      .set({ face_stated, updated_at: new Date(ctx.now) })
      .where(inScope(identitySessions, ctx, eq(identitySessions.id, session.id)))
      .returning()
    return {
      result: result!,
      audit: {
        action: 'face_consent_stated',
        category: 'user',
        subject: { type: 'identity_session', id: session.id },
        details: { ...said, person_id: session.person_id },
      },
    }
  })
}
