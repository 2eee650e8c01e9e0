import { and, eq } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { authAddress } from '#core/kernel/people.ts'
import { account, user as authUsers, users } from '#db/schema.ts'
import { forgetFailures, passwordBrakes, spendAttempt } from './attempts.ts'
import { auditAccount } from './audit-account.ts'
import { type Auth, CONFIRMED_PATH } from './auth-library.ts'
import { completeSignIn, type SignInResult } from './complete-sign-in.ts'
import { evenTime } from './even-time.ts'
import { isKnownDevice } from './open-session.ts'
import type { SessionCall } from './own-user.ts'
import { pointToSignOn } from './refuse-password.ts'

/** Longer than a password check takes, so that its end tells nothing. */
const EVEN_MS = 200

/**
 * Checks e-mail and password. Throws `invalid_credentials` for an unknown address and a wrong password alike, after the same
 * time, and `rate_limited` when too many were wrong.
 */
export async function signIn({
  ctx,
  auth,
  headers,
  input,
}: SessionCall & { input: { email: string; password: string; rememberMe: boolean } }): Promise<SignInResult> {
  const email = input.email.toLowerCase()
  const [known] = await ctx.db
    .select({ authId: authUsers.id, emailVerified: authUsers.emailVerified, userId: users.id })
    .from(authUsers)
    .leftJoin(users, eq(users.auth_id, authUsers.id))
    .where(eq(authUsers.email, authAddress(ctx.services, email)))
    .limit(1)
  const brakes = passwordBrakes(ctx, email, known ? await isKnownDevice(ctx, known.authId, headers) : false)
  await spendAttempt(ctx, brakes)
  const good = await evenTime(EVEN_MS, () => checkPassword(ctx, auth, known?.authId ?? null, input.password))
  if (!known || !good) {
    await auditAccount(ctx, {
      userId: known?.userId ?? null,
      action: 'login_failed',
      status: 'failure',
      details: { email: masked(email), reason: 'invalid_credentials' },
    })
    await pointToSignOn(ctx, email)
    throw new AppError('invalid_credentials', 'Invalid email or password')
  }
  await forgetFailures(ctx, brakes)
  if (!known.emailVerified) {
    await auth.api.sendVerificationEmail({ body: { email: authAddress(ctx.services, email), callbackURL: CONFIRMED_PATH } })
    await auditAccount(ctx, {
      userId: known.userId,
      action: 'login_failed',
      status: 'failure',
      details: { email: masked(email), reason: 'email_not_verified' },
    })
    throw new AppError('forbidden', 'Please confirm your e-mail address first. A new link is on its way to you.')
  }
  return completeSignIn({
    ctx,
    auth,
    headers,
    proof: { authId: known.authId, remember: input.rememberMe, method: 'password', secondFactor: false },
  })
}

/** Compares a password with the stored hash. Without an account it spends the same work on nothing. */
export async function checkPassword(ctx: Ctx, auth: Auth, authId: string | null, password: string): Promise<boolean> {
  const { password: hasher } = await auth.$context
  const [row] = authId
    ? await ctx.db
        .select({ hash: account.password })
        .from(account)
        .where(and(eq(account.userId, authId), eq(account.providerId, 'credential')))
        .limit(1)
    : []
  if (row?.hash && password.length <= 128) return hasher.verify({ hash: row.hash, password })
  await hasher.hash(password.slice(0, 128))
  return false
}

/** Enough to recognise an address by, not enough to keep one: the audit log is for ever. */
export function masked(email: string): string {
  const [local = '', host = ''] = email.split('@')
  return `${local.slice(0, 1)}***@${host}`
}
