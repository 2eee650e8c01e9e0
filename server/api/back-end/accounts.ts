import type { Context } from 'hono'
import { z } from 'zod'
import type { SignInResult } from '#core/access/accounts/complete-sign-in.ts'
import { confirmAddress } from '#core/access/accounts/confirm-address.ts'
import { refreshSession } from '#core/access/accounts/refresh-session.ts'
import { readSession, userCtx } from '#core/access/accounts/session.ts'
import { sessionShape } from '#core/access/accounts/session-shape.ts'
import { signOut } from '#core/access/accounts/sign-out.ts'
import { passkeyOptions } from '#core/access/passkeys/options.ts'
import { signInWithPasskey } from '#core/access/passkeys/sign-in.ts'
import { walletChallenge, walletChallengeInput } from '#core/access/sign-in-wallets/challenge.ts'
import { signInWithWallet } from '#core/access/sign-in-wallets/sign-in.ts'
import { leaveSignOn } from '#core/access/sign-on/single-logout.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { placeKey } from '#core/kernel/network-place.ts'
import { parseInput } from '#core/kernel/parse-input.ts'
import { type App, type AppDeps, baseCtx } from '../../app-deps.ts'
import type { AppVariables } from '../../middleware/errors.ts'
import { readJson } from '../run-operation.ts'
import { anonymousCalls } from './anonymous.ts'
import { keepCookies } from './caller.ts'

type C = Context<{ Variables: AppVariables }>

const rememberMe = z.boolean().default(false)
const passkeySignIn = z.strictObject({ passkey: z.unknown(), rememberMe })
const walletSignIn = z.strictObject({ message: z.string().max(4_000), signature: z.string().max(20_000), rememberMe })

/** Sign-up, sign-in, sign-out, session, reset. Each call's own limit is by address and by account. */
export function mountAccounts(app: App, deps: AppDeps): void {
  const anonymous = (c: C) => baseCtx(deps, { requestId: c.get('requestId'), request: c.req.raw, env: c.env })
  const bodyOf = (c: C) => readJson(c.req.raw)
  const calls = (c: C) => anonymousCalls(deps, anonymous(c), c.req.raw.headers)
  const call = (c: C) => ({ ctx: anonymous(c), auth: deps.auth, headers: c.req.raw.headers })
  /** `burst` calls at once and as many again each minute, from one address. */
  const limit = (ctx: Ctx, name: string, burst: number) =>
    deps.limiter.take(`${name}:${placeKey(deps.services, ctx.ip)}`, { name, rate: burst / 60, burst })

  // The link of the confirmation mail leads to a page, whatever became of it: where a new link can be asked for, or where to log in.
  app.get('/api/auth/verify-email', async (c) => {
    const { answer, cookies, signedIn } = await confirmAddress({ ...call(c), request: c.req.raw })
    const to = answer.headers.get('location')
    const failed = answer.status >= 400 || (to !== null && new URL(to, deps.services.config.publicUrl).searchParams.has('error'))
    if (failed) return c.redirect('/verify-email?error=link', 302)
    const page = to && (signedIn || /^\/(reset-password\?|join\/)/.test(to)) ? to : signedIn ? '/dashboard' : '/verify-email?confirmed=1'
    const done = new Response(null, { status: 302, headers: answer.headers })
    done.headers.set('location', page)
    for (const name of ['content-type', 'content-length']) done.headers.delete(name)
    for (const cookie of cookies) done.headers.append('set-cookie', cookie)
    return done
  })
  // Of the library's own calls only the mailed links are open: the rest would pass by this product's rules and audit.
  app.get('/api/auth/reset-password/:token', (c) => deps.auth.handler(c.req.raw))

  app.post('/api/accounts/sign-up', async (c) => {
    const { cookies, ...answer } = await calls(c).signUp(() => bodyOf(c))
    keepCookies(c, cookies)
    return c.json(answer, 201)
  })

  const signedIn = (c: C, done: SignInResult) => {
    keepCookies(c, done.cookies)
    // A browser keeps its session in a cookie; a client that says it is none gets the tokens.
    const native = c.req.header('sealwright-client') === 'native' && !c.req.header('origin') && done.session
    return {
      success: true,
      mfa_required: done.mfaRequired,
      auth_id: done.authId,
      user: done.user,
      ...(native && { session: done.session }),
    }
  }
  app.post('/api/accounts/sign-in', async (c) => c.json(signedIn(c, await calls(c).signIn(() => bodyOf(c)))))
  app.post('/api/accounts/verify-mfa', async (c) => {
    const done = await calls(c).verifyMfa(() => bodyOf(c))
    return c.json({ ...signedIn(c, done), factor: done.factor })
  })
  app.post('/api/accounts/passkey-sign-in/options', async (c) => {
    await limit(anonymous(c), 'passkey', 30)
    const { purpose } = parseInput(z.strictObject({ purpose: z.enum(['sign-in', 'second-factor']) }), await bodyOf(c))
    const { cookie, options } = await passkeyOptions({ ...call(c), input: { purpose } })
    keepCookies(c, [cookie])
    return c.json({ options })
  })
  app.post('/api/accounts/passkey-sign-in', async (c) => {
    await limit(anonymous(c), 'passkey', 30)
    return c.json(signedIn(c, await signInWithPasskey({ ...call(c), input: parseInput(passkeySignIn, await bodyOf(c)) })))
  })
  app.post('/api/accounts/wallet-sign-in/challenge', async (c) => {
    await limit(anonymous(c), 'wallet-sign-in', 30)
    return c.json(await walletChallenge(anonymous(c), 'sign-in', parseInput(walletChallengeInput, await bodyOf(c)), null))
  })
  app.post('/api/accounts/wallet-sign-in', async (c) => {
    await limit(anonymous(c), 'wallet-sign-in', 30)
    return c.json(signedIn(c, await signInWithWallet({ ...call(c), input: parseInput(walletSignIn, await bodyOf(c)) })))
  })
  app.post('/api/accounts/refresh', async (c) => {
    await limit(anonymous(c), 'refresh', 30)
    const { refresh_token } = parseInput(z.strictObject({ refresh_token: z.string().max(200) }), await bodyOf(c))
    return c.json(await refreshSession({ ...call(c), input: { refresh_token } }))
  })
  app.post('/api/accounts/sign-out', async (c) => {
    const base = anonymous(c)
    const who = await readSession(deps.services, deps.auth, c.req.raw.headers, base)
    return signOutOf(c, { ctx: who ? userCtx(base, who, 'production') : base, auth: deps.auth, headers: c.req.raw.headers })
  })
  app.post('/api/accounts/resend-verification', async (c) => c.json(await calls(c).resendVerification(() => bodyOf(c))))
  app.post('/api/accounts/reset-password', async (c) => c.json(await calls(c).requestReset(() => bodyOf(c))))
  app.post('/api/accounts/new-password', async (c) => c.json(await calls(c).setNewPassword(() => bodyOf(c))))
  app.get('/api/session', async (c) => {
    const who = await readSession(deps.services, deps.auth, c.req.raw.headers, anonymous(c))
    return c.json(who ? await sessionShape(deps.services, { user: who.user, sessionId: who.actor.sessionId }) : { user: null })
  })
}

/** Ends a session, and says where its browser goes on to be signed out as well: at the identity provider that opened it. */
async function signOutOf(c: C, call: Parameters<typeof signOut>[0]): Promise<Response> {
  const next = await leaveSignOn(call.ctx).catch((error: Error) => {
    // The session here ends whatever stands in the way of telling the provider.
    call.ctx.services.log.warn({ error: error.message }, 'not signed out at the identity provider')
    return null
  })
  keepCookies(c, await signOut(call))
  return c.json({ success: true, ...(next && { next }) })
}
