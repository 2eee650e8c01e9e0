import { providerOf } from '#core/access/accounts/sign-on-of.ts'
import { budgetOfAddress } from '#core/access/budgets/amounts.ts'
import { answerOidc, answerSaml, beginSignOn, type Heard, takeHeard } from '#core/access/sign-on/begin.ts'
import { finishSignOn } from '#core/access/sign-on/finish.ts'
import { endBySignOn } from '#core/access/sign-on/logout.ts'
import { SignOnRefused } from '#core/access/sign-on/refusals.ts'
import { samlMetadata } from '#core/access/sign-on/saml.ts'
import type { SentLogout } from '#core/access/sign-on/saml-logout.ts'
import { hearSingleLogout } from '#core/access/sign-on/single-logout.ts'
import { AppError, notFound } from '#core/kernel/errors.ts'
import { isId } from '#core/kernel/ids.ts'
import { placeKey } from '#core/kernel/network-place.ts'
import { type App, type AppDeps, baseCtx } from '../app-deps.ts'
import { limitBody } from '../limit-body.ts'
import type { AppContext } from '../middleware/errors.ts'
import { keepCookies } from './back-end/caller.ts'

/** An answer with its assertion is some kilobytes; with certificates and many groups, tens of them. */
const MOST_FORM = 400 * 1024

const MOST_TOKEN = 32 * 1024

const FORM = /^(application\/x-www-form-urlencoded|multipart\/form-data)(;|$)/i

/** The ways to and from the identity providers of organisations: a browser is sent there, and comes back with an answer. */
export function mountSignOn(app: App, deps: AppDeps): void {
  const ctxOf = (c: AppContext) => baseCtx(deps, { requestId: c.get('requestId'), request: c.req.raw, env: c.env })
  const call = (c: AppContext) => ({ ctx: ctxOf(c), auth: deps.auth, headers: c.req.raw.headers })
  const take = async (c: AppContext) => {
    const { ip } = ctxOf(c)
    deps.processor.refuseSpent(budgetOfAddress(deps.services, ip))
    await deps.limiter.take(`sign-on:${placeKey(deps.services, ip)}`, { name: 'sign-on', rate: 1, burst: 60 })
  }
  const organizationOf = (c: AppContext) => {
    const id = c.req.param('organization') ?? ''
    if (!isId('organization', id)) throw notFound()
    return id
  }
  /** Whatever is refused ends on the page of the sign-on, which says it in words. */
  const onPage = async (c: AppContext, work: () => Promise<Response>): Promise<Response> => {
    await take(c)
    try {
      const answer = await work()
      answer.headers.set('cache-control', 'no-store')
      return answer
    } catch (error) {
      if (error instanceof SignOnRefused) {
        // No browser: another machine calls, and is told what it may send.
        if (error.why === 'logout_binding') throw new AppError('unsupported_media_type', error.message)
        if (error.cause) deps.services.log.debug({ why: error.why, cause: String((error.cause as Error).message) }, 'sign-on refused')
        return c.redirect(`/sign-on?refused=${error.why}`, 303)
      }
      if (error instanceof AppError && error.code === 'account_suspended') return c.redirect('/login?suspended=1', 303)
      throw error
    }
  }
  const finish = async (c: AppContext, heard: Heard) => {
    const { to, cookies } = await finishSignOn(call(c), heard)
    keepCookies(c, cookies)
    return c.redirect(to, 303)
  }

  app.get('/api/sign-on/start', (c) =>
    onPage(c, async () => {
      const email = (c.req.query('email') ?? '').trim().slice(0, 255)
      const { location, cookie } = await beginSignOn(ctxOf(c), { email, next: ownPlace(c.req.query('next')) })
      keepCookies(c, [cookie])
      return c.redirect(location, 303)
    }),
  )
  app.get('/api/sign-on/callback/:organization', (c) =>
    onPage(c, async () => finish(c, await answerOidc(call(c), organizationOf(c), new URL(c.req.url)))),
  )
  app.post('/api/sign-on/saml/:organization', (c) =>
    onPage(c, async () => {
      const text = await formOf(c)
      return c.redirect(await answerSaml(ctxOf(c), organizationOf(c), { response: text('SAMLResponse'), state: text('RelayState') }), 303)
    }),
  )
  const heard = (c: AppContext, sent: SentLogout) => hearSingleLogout(ctxOf(c), organizationOf(c), sent)
  mountSingleLogout(app, async (c, sent) => onPage(c, async () => c.redirect(await heard(c, await sent()), 303)))
  // Another machine calls: it is told in the standard's words whether that was taken, and nothing of who is signed in.
  app.post('/api/sign-on/logout/:organization', async (c) => {
    await take(c)
    return endThere(c, (token) => endBySignOn(ctxOf(c), organizationOf(c), token))
  })
  app.get('/api/sign-on/finish', (c) => onPage(c, async () => finish(c, await takeHeard(call(c), c.req.query('heard') ?? ''))))
  app.get('/api/sign-on/saml/:organization/metadata', async (c) => {
    await take(c)
    const ctx = ctxOf(c)
    const id = organizationOf(c)
    if (!(await providerOf(ctx.db, id))) throw notFound()
    return c.body(await samlMetadata(ctx, id), 200, { 'content-type': 'application/samlmetadata+xml' })
  })
}

/** What a page posts, by names; empty for what is not there. */
async function formOf(c: AppContext): Promise<(name: string) => string> {
  const { request, refusal } = limitBody(c.req.raw, MOST_FORM)
  const form = await request.formData().catch(() => new FormData())
  if (refusal()) throw new SignOnRefused('assertion_unreadable')
  return (name) => (typeof form.get(name) === 'string' ? (form.get(name) as string) : '')
}

/** Where a browser brings what a SAML provider says of somebody who is signed out. */
function mountSingleLogout(app: App, hear: (c: AppContext, sent: () => Promise<SentLogout>) => Promise<Response>): void {
  const path = '/api/sign-on/saml/:organization/logout'
  // As it was written there: that is what is signed.
  app.get(path, (c) => hear(c, async () => ({ by: 'address', query: /\?([^#]*)/.exec(c.req.url)?.[1] ?? '' })))
  app.post(path, (c) =>
    hear(c, async () => {
      if (!FORM.test(c.req.header('content-type') ?? '')) return { by: 'other' }
      const text = await formOf(c)
      return { by: 'form', request: text('SAMLRequest'), response: text('SAMLResponse'), state: text('RelayState') }
    }),
  )
}

/** What an identity provider is answered that says whom it signed out. */
async function endThere(c: AppContext, end: (token: string) => Promise<void>): Promise<Response> {
  const { request } = limitBody(c.req.raw, MOST_TOKEN)
  const form = await request.formData().catch(() => new FormData())
  c.header('cache-control', 'no-store')
  try {
    await end(String(form.get('logout_token') ?? ''))
    return c.body(null, 200)
  } catch (error) {
    if (!(error instanceof SignOnRefused)) throw error
    if (error.why === 'provider_unreachable') return c.json({ error: 'temporarily_unavailable', error_description: error.message }, 503)
    return c.json({ error: 'invalid_request', error_description: error.message }, 400)
  }
}

/** Where to go on: a path of ours, never another site. */
function ownPlace(next: string | undefined): string {
  const base = 'http://own.invalid'
  const url = next?.startsWith('/') && !/[\s\\]/.test(next) && URL.canParse(next, base) ? new URL(next, base) : null
  return url?.origin === base && !url.pathname.startsWith('//') ? url.pathname + url.search : '/arrive'
}
