import { and, eq } from 'drizzle-orm'
import { notFound } from '#core/kernel/errors.ts'
import { factorMail } from '#core/kernel/mails/account-mails.ts'
import { write } from '#core/record/transaction.ts'
import { passkey } from '#db/schema.ts'
import { ownUser, type SessionCall } from '../accounts/own-user.ts'
import { rotateSession } from '../accounts/rotate-session.ts'
import { requireStepUp } from '../accounts/step-up.ts'

/** Removes one of the person's own passkeys; ends every other session. Needs a fresh second factor. Throws `not_found`. */
export async function removePasskey({ input, ...call }: SessionCall & { input: { id: string } }): Promise<{ cookies: string[] }> {
  const { ctx } = call
  const user = await ownUser(ctx)
  requireStepUp(ctx, { own: true })
  // no event: a passkey concerns the person, not an integrator.
  await write(ctx, async (tx) => {
    const [row] = await tx
      .delete(passkey)
      .where(and(eq(passkey.id, input.id), eq(passkey.userId, user.auth_id)))
      .returning()
    if (!row) throw notFound()
    return {
      result: null,
      audit: {
        action: 'passkey_removed',
        category: 'auth',
        subject: { type: 'user', id: user.id },
        details: { passkey_id: row.id },
        standing: [`factors:${user.id}`],
      },
      mails: [
        factorMail({
          to: user.email,
          change: 'passkey_removed',
          note: `It was called “${row.name}”.`,
          publicUrl: ctx.services.config.publicUrl,
        }),
      ],
    }
  })
  return { cookies: await rotateSession(call, { authId: user.auth_id, endOthers: true }) }
}
