import { eq } from 'drizzle-orm'
import { factorMail } from '#core/kernel/mails/account-mails.ts'
import { write } from '#core/record/transaction.ts'
import { backupCodes, twoFactor, users } from '#db/schema.ts'
import { ownUser, type SessionCall } from '../accounts/own-user.ts'
import { rotateSession } from '../accounts/rotate-session.ts'
import { requireStepUp } from '../accounts/step-up.ts'
import { tellUserChanged } from '../users/tell.ts'

/** Turns the authenticator off and forgets its backup codes; ends every other session. Needs a fresh second factor. */
export async function disableSecondFactor(call: SessionCall): Promise<{ cookies: string[] }> {
  const { ctx } = call
  const user = await ownUser(ctx)
  requireStepUp(ctx)
  // no event: it is told to the user's own organisation.
  await write(ctx, async (tx) => {
    await tx.delete(twoFactor).where(eq(twoFactor.userId, user.auth_id))
    await tx.delete(backupCodes).where(eq(backupCodes.userId, user.auth_id))
    await tx.update(users).set({ mfa_enabled: false, updated_at: new Date() }).where(eq(users.id, user.id))
    await tellUserChanged(tx, ctx, 'user.mfa_changed', user, { from: 'enabled', to: 'disabled' })
    return {
      result: null,
      audit: { action: 'mfa_disabled', category: 'auth', subject: { type: 'user', id: user.id }, standing: [`factors:${user.id}`] },
      mails: [factorMail({ to: user.email, change: 'mfa_disabled', publicUrl: ctx.services.config.publicUrl })],
    }
  })
  return { cookies: await rotateSession(call, { authId: user.auth_id, endOthers: true }) }
}
