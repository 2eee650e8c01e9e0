import { and, eq } from 'drizzle-orm'
import { AppError } from '#core/kernel/errors.ts'
import { factorMail } from '#core/kernel/mails/account-mails.ts'
import { write } from '#core/record/transaction.ts'
import { backupCodes, twoFactor, users } from '#db/schema.ts'
import { factorBrake, forgetFailures, spendAttempt } from '../accounts/attempts.ts'
import { ownUser, type SessionCall } from '../accounts/own-user.ts'
import { rotateSession } from '../accounts/rotate-session.ts'
import { tellUserChanged } from '../users/tell.ts'
import { findFactor, takeTotp } from './check.ts'

/**
 * Puts the authenticator in force that was being set up, when its first code is right; ends every other session.
 * Throws `invalid_verification_code`, and `session_expired` when no set-up was begun.
 */
export async function finishSecondFactorSetup({
  input,
  ...call
}: SessionCall & { input: { code: string } }): Promise<{ cookies: string[] }> {
  const { ctx } = call
  if (ctx.actor.type !== 'user') throw new AppError('not_signed_in', 'You must be logged in to set up MFA')
  const user = await ownUser(ctx)
  const factor = await findFactor(ctx.db, user.auth_id, false)
  if (!factor) throw new AppError('session_expired', 'This set-up is no longer open. Please begin again.')
  const brake = factorBrake(user.auth_id)
  await spendAttempt(ctx, brake)
  if (!(await takeTotp(ctx, factor, input.code))) throw new AppError('invalid_verification_code', 'Invalid verification code')
  await forgetFailures(ctx, brake)
  // no event: it is told to the user's own organisation.
  await write(ctx, async (tx) => {
    await tx.delete(twoFactor).where(and(eq(twoFactor.userId, user.auth_id), eq(twoFactor.verified, true)))
    await tx.update(twoFactor).set({ verified: true }).where(eq(twoFactor.id, factor.id))
    await tx.delete(backupCodes).where(and(eq(backupCodes.userId, user.auth_id), eq(backupCodes.active, true)))
    await tx.update(backupCodes).set({ active: true }).where(eq(backupCodes.userId, user.auth_id))
    await tx.update(users).set({ mfa_enabled: true, updated_at: new Date() }).where(eq(users.id, user.id))
    await tellUserChanged(tx, ctx, 'user.mfa_changed', user, { from: 'disabled', to: 'enabled' })
    return {
      result: null,
      audit: { action: 'mfa_enabled', category: 'auth', subject: { type: 'user', id: user.id }, standing: [`factors:${user.id}`] },
      mails: [factorMail({ to: user.email, change: 'mfa_enabled', publicUrl: ctx.services.config.publicUrl })],
    }
  })
  return { cookies: await rotateSession(call, { authId: user.auth_id, secondFactor: true, endOthers: true }) }
}
