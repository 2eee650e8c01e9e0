import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Ctx } from '#core/kernel/context.ts'
import { write } from '#core/record/transaction.ts'
import { definePageVerb } from '#core/record/verb.ts'
import type { Tx } from '#db/connect.ts'
import { identitySessions } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { lockSession } from '../sessions/conclude.ts'
import { openIdentitySession } from '../sessions/open.ts'
import { type SessionRow, sessionEvent } from '../sessions/present.ts'
import { FACE_NOTICE } from './face-notice.ts'
import { removePortrait } from './pictures.ts'

const token = z.string().max(200)

/**
 * The person of a session agrees that their face is compared, as an act of its own: which notice they read and when is kept. Throws
 * `not_found`, `invalid_transition`, `validation_failed` for a notice that is another one now.
 */
const agreeToFace = definePageVerb({
  name: 'identity_sessions.agree_to_face',
  permission: null,
  input: z.strictObject({ token, version: z.literal(FACE_NOTICE.version, 'This notice is another one now: read it again.') }),
  run: async ({ ctx: caller, input }) => {
    const { ctx, session } = await openIdentitySession(caller, input.token)
    return keep(ctx, session, 'face_agreed', async () => ({ face_notice: input.version, face_agreed_at: new Date(ctx.now) }))
  },
})

/**
 * The person takes it back while the session goes on: the picture of them is destroyed, and what a provider makes of their face is neither
 * asked for nor heard any more. Throws `not_found`, `invalid_transition`.
 */
const takeBackFace = definePageVerb({
  name: 'identity_sessions.take_back_face',
  permission: null,
  input: z.strictObject({ token }),
  run: async ({ ctx: caller, input }) => {
    const { ctx, session } = await openIdentitySession(caller, input.token)
    return keep(ctx, session, 'face_taken_back', async (tx, now) => {
      await removePortrait(tx, ctx, session.id)
      const none = { face_notice: null, face_agreed_at: null, face_stated: null, face_taken_back_at: new Date(ctx.now) }
      if (now.external_id === null) return none
      const { provider_named, provider, status } = now
      const check = { external_id: null, ask_at: null, provider: provider_named ? provider : null }
      return { ...none, ...check, ...(status === 'processing' && { status: 'open', reason_code: null }) }
    })
  },
})

const keep = (
  ctx: Ctx,
  { id }: SessionRow,
  action: 'face_agreed' | 'face_taken_back',
  change: (tx: Tx, session: SessionRow) => Promise<Pick<SessionRow, 'face_notice' | 'face_agreed_at'> & Partial<SessionRow>>,
): Promise<{ success: true }> =>
  write(ctx, async (tx) => {
    const session = await lockSession(tx, ctx, id)
    const values = await change(tx, session)
    const [stored] = await tx
      .update(identitySessions)
      .set({ ...values, updated_at: new Date(ctx.now) })
      .where(inScope(identitySessions, ctx, eq(identitySessions.id, id)))
      .returning()
    return {
      // Nothing else is found out by it.
      events: values.status === 'open' ? [sessionEvent({ ...stored!, status: 'open' })] : [],
      result: { success: true as const },
      audit: {
        action,
        category: 'user',
        subject: { type: 'identity_session', id },
        details: { notice: values.face_notice ?? session.face_notice, person_id: session.person_id },
      },
    }
  })

/** What the person of a session does about their own face. */
export const faceVerbs = { agreeToFace, takeBackFace }
