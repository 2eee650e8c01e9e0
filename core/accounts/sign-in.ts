import { eq } from 'drizzle-orm'
import { users } from '#db/schema.ts'
import type { Ctx } from '../context.ts'
import { AppError } from '../errors.ts'
import { systemCtx } from '../system.ts'
import { write } from '../transaction.ts'
import type { Auth } from './auth-library.ts'

export interface SignInResult {
  /** What the browser must keep: the session cookie, or the cookie of a half-done sign-in. */
  cookies: string[]
  mfaRequired: boolean
  /** Whose sign-in is half done; null when nothing is pending. */
  authId: string | null
  user: { id: string; firstName: string; lastName: string; email: string } | null
}

/** Checks e-mail and password. Throws `invalid_credentials` for an unknown address and a wrong password alike. */
export async function signIn({
  ctx,
  auth,
  input,
  headers,
}: {
  ctx: Ctx
  auth: Auth
  input: { email: string; password: string; rememberMe: boolean }
  headers: Headers
}): Promise<SignInResult> {
  const email = input.email.toLowerCase()
  const response = await auth.api.signInEmail({
    body: { email, password: input.password, rememberMe: input.rememberMe },
    headers,
    asResponse: true,
  })
  const body = (await response.json().catch(() => null)) as { code?: string; message?: string; twoFactorRedirect?: boolean } | null
  const [known] = await ctx.db.select().from(users).where(eq(users.email, email)).limit(1)
  if (!response.ok) {
    await auditSignIn(ctx, known?.id ?? null, 'login_failed', { reason: body?.code ?? String(response.status) })
    if (body?.code === 'EMAIL_NOT_VERIFIED')
      throw new AppError('forbidden', 'Please confirm your e-mail address first. A new link is on its way to you.')
    if (response.status === 429) throw new AppError('rate_limited', 'Too many attempts. Please wait a moment and try again.')
    throw new AppError('invalid_credentials', 'Invalid email or password')
  }
  const mfaRequired = body?.twoFactorRedirect === true
  if (!mfaRequired) await auditSignIn(ctx, known?.id ?? null, 'login', {})
  return {
    cookies: response.headers.getSetCookie(),
    mfaRequired,
    authId: mfaRequired ? (known?.auth_id ?? null) : null,
    user: known && !mfaRequired ? { id: known.id, firstName: known.first_name, lastName: known.last_name, email: known.email } : null,
  }
}

async function auditSignIn(
  ctx: Ctx,
  userId: string | null,
  action: 'login' | 'login_failed',
  details: Record<string, unknown>,
): Promise<void> {
  // no event: signing in concerns the person, not an integrator.
  await write({ ...systemCtx(ctx.services, { id: 'accounts' }), requestId: ctx.requestId }, async () => ({
    result: null,
    audit: {
      action,
      category: 'auth',
      status: action === 'login' ? 'success' : 'failure',
      userId,
      ...(userId && { subject: { type: 'user', id: userId } }),
      details,
    },
  }))
}
