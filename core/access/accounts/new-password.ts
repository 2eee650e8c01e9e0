import { and, eq, like } from 'drizzle-orm'
import type { z } from 'zod'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { factorMail } from '#core/kernel/mails/account-mails.ts'
import { addressesOf } from '#core/kernel/people.ts'
import { systemCtx } from '#core/kernel/system.ts'
import { write } from '#core/record/transaction.ts'
import type { Queryable } from '#db/connect.ts'
import { user as authUsers, users, verification } from '#db/schema.ts'
import { type Auth, RESET_LINK, resetLinkOfToken } from './auth-library.ts'
import { refuseBreached } from './refuse-breached.ts'
import type { newPasswordSchema } from './schemas.ts'

/** Ends the links that wait: whoever asked for one before must not undo the password that was set since. */
export async function endResetLinks(db: Queryable, authId: string): Promise<void> {
  await db.delete(verification).where(and(eq(verification.value, authId), like(verification.identifier, `${RESET_LINK}%`)))
}

/** Sets the password named by a mailed link, once, and ends every session. Throws `link_invalid` for an old or used link. */
export async function setNewPassword({
  ctx,
  auth,
  input,
}: {
  ctx: Ctx
  auth: Auth
  input: z.output<typeof newPasswordSchema>
}): Promise<{ success: true }> {
  await refuseBreached(input.password)
  const [link] = await ctx.db
    .select({ authId: verification.value })
    .from(verification)
    .where(eq(verification.identifier, resetLinkOfToken(input.token)))
    .limit(1)
  try {
    await auth.api.resetPassword({ body: { token: input.token, newPassword: input.password } })
  } catch (error) {
    if ((error as { statusCode?: number }).statusCode === undefined) throw error
    throw new AppError('link_invalid', 'This link is not valid any more. Please ask for a new one.')
  }
  if (link) {
    await endResetLinks(ctx.db, link.authId)
    // Who opened a mailed link reads the mail of that address.
    await ctx.db.update(authUsers).set({ emailVerified: true }).where(eq(authUsers.id, link.authId))
  }
  const [user] = link ? await addressesOf(ctx.db, ctx.services, eq(users.auth_id, link.authId)) : []
  // no event: a password concerns the person, not an integrator.
  await write({ ...systemCtx(ctx.services, { id: 'accounts' }), requestId: ctx.requestId }, async () => ({
    result: null,
    audit: {
      action: 'password_reset',
      category: 'auth',
      userId: user?.id ?? null,
      ...(user && { subject: { type: 'user', id: user.id } }),
    },
    mails: user ? [factorMail({ to: user.email, change: 'password_reset', publicUrl: ctx.services.config.publicUrl })] : [],
  }))
  return { success: true }
}
