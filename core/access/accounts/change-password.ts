import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { AppError, invalidField } from '#core/kernel/errors.ts'
import { factorMail } from '#core/kernel/mails/account-mails.ts'
import { write } from '#core/record/transaction.ts'
import { account } from '#db/schema.ts'
import { forgetFailures, passwordBrakes, spendAttempt } from './attempts.ts'
import { endResetLinks } from './new-password.ts'
import { ownUser, type SessionCall } from './own-user.ts'
import { refuseBreached } from './refuse-breached.ts'
import { rotateSession } from './rotate-session.ts'
import type { changePasswordSchema } from './schemas.ts'
import { checkPassword } from './sign-in.ts'
import { requireStepUp } from './step-up.ts'

/**
 * Sets a new password after the present one is proven; ends every other session and rotates this one. An account with a
 * second factor needs a fresh one. Throws `validation_failed` for a wrong or leaked password.
 */
export async function changePassword({
  input,
  ...call
}: SessionCall & { input: z.output<typeof changePasswordSchema> }): Promise<{ cookies: string[] }> {
  const { ctx, auth } = call
  const user = await ownUser(ctx)
  if (ctx.actor.type === 'user' && ctx.actor.hasSecondFactor) requireStepUp(ctx)
  const brakes = passwordBrakes(ctx, user.email, true)
  await spendAttempt(ctx, brakes)
  if (!(await checkPassword(ctx, auth, user.auth_id, input.currentPassword)))
    throw invalidField('/currentPassword', 'invalid', 'This is not your present password.')
  await forgetFailures(ctx, brakes)
  if (input.password === input.currentPassword)
    throw invalidField('/password', 'unchanged', 'The new password must differ from the present one.')
  await refuseBreached(input.password)
  const { password: hasher } = await auth.$context
  const hash = await hasher.hash(input.password)
  // no event: a password concerns the person, not an integrator.
  await write(ctx, async (tx) => {
    const changed = await tx
      .update(account)
      .set({ password: hash, updatedAt: new Date() })
      .where(and(eq(account.userId, user.auth_id), eq(account.providerId, 'credential')))
      .returning({ id: account.id })
    if (!changed.length) throw new AppError('conflict', 'This account has no password. Use "Forgot password?" to choose one.')
    await endResetLinks(tx, user.auth_id)
    return {
      result: null,
      audit: { action: 'password_changed', category: 'auth', subject: { type: 'user', id: user.id } },
      mails: [factorMail({ to: user.email, change: 'password_changed', publicUrl: ctx.services.config.publicUrl })],
    }
  })
  return { cookies: await rotateSession(call, { authId: user.auth_id, confirmed: true, endOthers: true }) }
}
