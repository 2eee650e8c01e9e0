import type { OpenApi } from '#app/lib/reference.ts'
import { readSession, type SignedIn, userCtx } from '#core/access/accounts/session.ts'
import { bindVerbs } from '#core/doors/verbs.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { barredInWords, factorLacking } from '#core/kernel/permissions.ts'
import { tellFailure } from '#core/kernel/tell-failure.ts'
import { isUnreachable } from '#core/kernel/unreachable.ts'
import { API_VERSIONS } from '#core/kernel/versions.ts'
import { auditRefusal, requireAdmin } from '#core/record/admin-only.ts'
import { framersOf } from '#core/review/identity/verify-page.ts'
import { anonymousCalls } from './api/back-end/anonymous.ts'
import { refuseOtherSites } from './api/back-end/caller.ts'
import { type App, type AppDeps, baseCtx } from './app-deps.ts'
import { limitBody, mostOfForm } from './limit-body.ts'
import { takeAnonymous } from './middleware/budgets.ts'
import type { AppContext as C } from './middleware/errors.ts'
import { nonceOf } from './middleware/security-headers.ts'
import { openApiDocument } from './openapi.ts'
import { clientFolder } from './pages.ts'
import { isElsewhere, refusing, type ShownPlace, takeShown, tellShown } from './shown-place.ts'
import { loadStatic } from './static.ts'
import { gaveUp, notReady, unexpectedPage } from './unexpected-page.ts'

/** Everything that is not an API: built files first, then pages rendered for whoever is signed in. */
export function mountPages(app: App, deps: AppDeps): void {
  const { pages } = deps
  if (!pages) return
  let description: OpenApi | null = null
  const serve = deps.options.development ? () => null : loadStatic(clientFolder)
  app.all('*', async (c) => {
    const file = serve(c.req.raw)
    if (file) return file
    const { method } = c.req
    if (method === 'OPTIONS') return c.body(null, 204, { allow: METHODS })
    if (!['GET', 'HEAD', 'POST'].includes(method))
      throw new AppError('method_not_allowed', 'Pages are asked for with GET, and their forms sent with POST.', {
        extra: { headers: { allow: METHODS } },
      })
    await takeAnonymous(deps, c)
    refuseOtherSites(deps, c.req.raw)
    try {
      const answer = await render(c, plainPath(c.req.url))
      return gaveUp(answer) ? unexpectedPage(c.get('requestId')) : answer
    } catch (error) {
      if (error instanceof AppError || !c.req.header('accept')?.includes('text/html')) throw error
      tellFailure(deps.services.log, error, { request_id: c.get('requestId') }, 'page failed')
      return unexpectedPage(c.get('requestId'), isUnreachable(error))
    }
  })

  async function render(c: C, path: string | null): Promise<Response> {
    const base = baseCtx(deps, { requestId: c.get('requestId'), request: c.req.raw, env: c.env })
    const signedIn = await readSession(deps.services, deps.auth, c.req.raw.headers, base)
    if (signedIn) c.set('budget', signedIn.actor.organizationId)
    if (signedIn && signedIn.user.role !== 'admin' && adminPage.test(path ?? ''))
      await refuseOthers(userCtx(base, signedIn, 'sandbox'), c.req.method)
    // An address that cannot be read is one that is not there.
    const asked = path === null ? new Request(new URL('/not-found', c.req.url), { headers: c.req.raw.headers }) : c.req.raw
    const session = await sessionPage(deps, c, base)
    const limited = limitBody(session ? named(asked) : asked, mostOfForm(asked, path ?? '', signedIn !== null, session !== null))
    const { request, shown, refusal } = { ...limited, ...(signedIn ? await takeShown(limited.request) : { shown: null }) }
    const environment = shown?.environment ?? chosenEnvironment(c.req.raw.headers)
    const ctx = signedIn ? userCtx(base, signedIn, environment) : base
    if (signedIn) ctx.now = await ctx.world.clock.now(ctx.organizationId)
    let away = false
    const page = () =>
      pages!.render(request, {
        nonce: nonceOf(c),
        ...shownOf(signedIn),
        ...lackingOf(deps, ctx.actor),
        publicUrl: deps.services.config.publicUrl,
        environment,
        verbs: verbsOf(ctx, shown, c.req.method, path),
        anonymous: anonymousCalls(deps, base, c.req.raw.headers),
        headers: c.req.raw.headers,
        report(error) {
          if (refusal() || (error instanceof AppError && error.status < 500)) return
          away ||= isUnreachable(error)
          tellFailure(deps.services.log, error, { request_id: c.get('requestId') }, 'page failed')
        },
        versions: API_VERSIONS,
        openApi: () => (description ??= openApiDocument(deps.catalogue, deps.services.config.publicUrl) as unknown as OpenApi),
      })
    const answered = await (request.headers.get('content-type')?.startsWith('multipart/')
      ? deps.uploads.run(session?.organizationId ?? ctx.organizationId, page, session?.id)
      : page())
    const refused = refusal()
    if (refused) throw refused
    // What a page shows somebody of their own is in no cache, not even that of the browser they leave behind.
    if ((signedIn || session) && !answered.headers.has('cache-control')) answered.headers.set('cache-control', 'private, no-store')
    if (session) keepToItself(answered.headers)
    if (signedIn) tellShown(answered.headers, ctx)
    return away ? notReady(answered) : answered
  }
}

/** Of a page of the administrators: one that is only asked for sends others where they may be; whatever would act or answer is refused. */
const refuseOthers = (ctx: Ctx, method: string): Promise<void> =>
  ['GET', 'HEAD'].includes(method) ? auditRefusal(ctx, 'users.read') : requireAdmin(ctx, 'users.write')

/** The verbs of a page: of one that another organisation is shown on than the one somebody works in now, none acts. */
const verbsOf = (ctx: Ctx, shown: ShownPlace | null, method: string, path: string | null) =>
  isElsewhere(ctx, shown, method, path) ? refusing(bindVerbs(ctx)) : bindVerbs(ctx)

/** What the session lacks: a second factor, or what else the organisation asks for in which the person would work. */
const lackingOf = ({ services }: AppDeps, actor: Ctx['actor']) => ({
  factorLacking: factorLacking(services.config, actor),
  barred:
    actor.type === 'user' && (actor.barred === 'sign_on' || actor.barred === 'address')
      ? { kind: actor.barred, words: barredInWords(actor.barred) }
      : null,
})

/** What pages know of who is signed in. */
const shownOf = (signedIn: SignedIn | null) => ({
  session: signedIn?.user ?? null,
  place: signedIn?.place ?? null,
  worksAs: signedIn?.worksAs ?? ('investor' as const),
})

/** Whose page of an identity session is asked for, by the secret in its address; and who may show it within a page of theirs. */
async function sessionPage({ limiter }: AppDeps, c: C, base: Ctx): Promise<{ id: string; organizationId: string } | null> {
  const token = SESSION_PAGE.exec(new URL(c.req.url).pathname)?.[1]
  const session = token ? await framersOf(base, token) : null
  if (session) c.set('framedBy', session.origins)
  if (session && c.req.method === 'POST') await limiter.take(`identity-session:${session.id}`, OF_SESSION)
  return session
}

/** The address of the page is its key: no other site is told of it, and it is found by no search. */
function keepToItself(headers: Headers): void {
  headers.set('referrer-policy', 'no-referrer')
  headers.set('x-robots-tag', 'noindex')
}

/** A form of a page that tells nobody its address comes from "null". That it is of our own site was found already; the router knows no such name. */
function named(request: Request): Request {
  if (request.headers.get('origin') !== 'null') return request
  const headers = new Headers(request.headers)
  headers.delete('origin')
  return new Request(request, { headers, duplex: 'half' } as RequestInit)
}

/** What somebody sends on the page of their session: more than anybody needs, and no more than a log should keep of one link. */
const OF_SESSION = { name: 'identity-session', rate: 0.2, burst: 120 }

const SESSION_PAGE = /^\/verify\/([A-Za-z0-9_-]{43})(?:\.data)?\/?$/

const METHODS = 'GET, HEAD, POST, OPTIONS'

/** The path as the router of the pages reads it: without escapes, in whatever letters. Null when it is not well written. */
function plainPath(url: string): string | null {
  try {
    return decodeURIComponent(new URL(url).pathname)
      .replace(/\/{2,}/g, '/')
      .toLowerCase()
  } catch {
    return null
  }
}

/** The admin's pages, and what their own scripts ask of them. */
const adminPage = /^\/admin(?:[/.]|$)/

/** The environment of the dashboards' switch, kept in a cookie: for what no page says of itself. */
const chosenEnvironment = (headers: Headers): 'sandbox' | 'production' =>
  /(?:^|;\s*)sealwright\.environment=production(?:;|$)/.test(headers.get('cookie') ?? '') ? 'production' : 'sandbox'
