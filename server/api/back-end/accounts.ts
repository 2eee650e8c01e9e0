import type { Context } from 'hono'
import { setNewPassword } from '#core/accounts/new-password.ts'
import { resendVerification } from '#core/accounts/resend-verification.ts'
import { loginSchema, newPasswordSchema, resetRequestSchema, signUpSchema } from '#core/accounts/schemas.ts'
import { readSession, userCtx } from '#core/accounts/session.ts'
import { signIn } from '#core/accounts/sign-in.ts'
import { signOut } from '#core/accounts/sign-out.ts'
import { signUpAccount } from '#core/accounts/sign-up.ts'
import { type App, type AppDeps, baseCtx } from '../../app-deps.ts'
import { parseJson } from '../../json.ts'
import type { AppVariables } from '../../middleware/errors.ts'
import { validate } from '../../validation.ts'
import { readBody } from '../run-operation.ts'

type C = Context<{ Variables: AppVariables }>

/** Sign-up, sign-in, sign-out, session, reset. Each call's own limit is by address and by account. */
export function mountAccounts(app: App, deps: AppDeps): void {
  const anonymous = (c: C) => baseCtx(deps, { requestId: c.get('requestId'), request: c.req.raw, env: c.env })
  const bodyOf = async (c: C) => parseJson(await readBody(c.req.raw))
  const keep = (c: C, cookies: string[]) => {
    for (const cookie of cookies) c.header('set-cookie', cookie, { append: true })
  }

  // The link of the confirmation mail. A link that no longer works leads to where a new one can be asked for.
  app.get('/api/auth/verify-email', async (c) => {
    const answer = await deps.auth.handler(c.req.raw)
    const to = answer.headers.get('location')
    return to && new URL(to, deps.services.config.publicUrl).searchParams.has('error')
      ? c.redirect('/verify-email?error=link', 302)
      : answer
  })
  // Of the library's own calls only the mailed links are open: the rest would pass by this product's rules and audit.
  app.get('/api/auth/reset-password/:token', (c) => deps.auth.handler(c.req.raw))

  app.post('/api/accounts/sign-up', async (c) => {
    const ctx = anonymous(c)
    deps.limiter.take(`sign-up:${ctx.ip}`, { name: 'sign-up', rate: 10 / 60, burst: 10 })
    const input = validate(signUpSchema, await bodyOf(c))
    return c.json(await signUpAccount({ ctx, auth: deps.auth, input, headers: c.req.raw.headers }), 201)
  })
  app.post('/api/accounts/sign-in', async (c) => {
    const ctx = anonymous(c)
    const input = validate(loginSchema, await bodyOf(c))
    deps.limiter.take(`sign-in:${ctx.ip}`, { name: 'sign-in', rate: 30 / 60, burst: 30 })
    deps.limiter.take(`sign-in:${input.email.toLowerCase()}`, { name: 'sign-in-account', rate: 10 / 60, burst: 10 })
    const done = await signIn({ ctx, auth: deps.auth, input, headers: c.req.raw.headers })
    keep(c, done.cookies)
    return c.json({ success: true, mfa_required: done.mfaRequired, auth_id: done.authId, user: done.user })
  })
  app.post('/api/accounts/sign-out', async (c) => {
    const signedIn = await readSession(deps.services, deps.auth, c.req.raw.headers)
    const base = anonymous(c)
    keep(c, await signOut({ ctx: signedIn ? userCtx(base, signedIn, 'production') : base, auth: deps.auth, headers: c.req.raw.headers }))
    return c.json({ success: true })
  })
  app.post('/api/accounts/resend-verification', async (c) => {
    const ctx = anonymous(c)
    deps.limiter.take(`resend:${ctx.ip}`, { name: 'resend', rate: 5 / 60, burst: 5 })
    const { email } = validate(resetRequestSchema, await bodyOf(c))
    return c.json(await resendVerification({ ctx, auth: deps.auth, input: { email } }))
  })
  app.post('/api/accounts/reset-password', async (c) => {
    const ctx = anonymous(c)
    deps.limiter.take(`reset:${ctx.ip}`, { name: 'reset', rate: 5 / 60, burst: 5 })
    const { email } = validate(resetRequestSchema, await bodyOf(c))
    await deps.auth.api.requestPasswordReset({ body: { email: email.toLowerCase(), redirectTo: '/reset-password' } })
    return c.json({ success: true })
  })
  app.post('/api/accounts/new-password', async (c) => {
    const ctx = anonymous(c)
    deps.limiter.take(`new-password:${ctx.ip}`, { name: 'new-password', rate: 10 / 60, burst: 10 })
    return c.json(await setNewPassword({ ctx, auth: deps.auth, input: validate(newPasswordSchema, await bodyOf(c)) }))
  })
  app.get('/api/session', async (c) => {
    const signedIn = await readSession(deps.services, deps.auth, c.req.raw.headers)
    return c.json(
      signedIn
        ? { user: signedIn.user, expires_at: Math.floor(signedIn.expiresAt.getTime() / 1000), token_type: 'cookie' }
        : { user: null },
    )
  })
}
