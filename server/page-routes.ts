import type { OpenApi } from '#app/lib/reference.ts'
import { readSession, userCtx } from '#core/accounts/session.ts'
import { AppError } from '#core/errors.ts'
import { sandboxNow } from '#core/sandbox/clock.ts'
import { auditRefusal, requireAdmin } from '#core/users/admin-only.ts'
import { bindVerbs } from '#core/verbs.ts'
import { anonymousCalls } from './api/back-end/anonymous.ts'
import { refuseOtherSites } from './api/back-end/caller.ts'
import { type App, type AppDeps, baseCtx } from './app-deps.ts'
import type { AppContext as C } from './middleware/errors.ts'
import { nonceOf } from './middleware/security-headers.ts'
import { openApiDocument } from './openapi.ts'
import { clientFolder } from './pages.ts'
import { loadStatic } from './static.ts'
import { gaveUp, unexpectedPage } from './unexpected-page.ts'

/** Everything that is not an API: built files first, then pages rendered for whoever is signed in. */
export function mountPages(app: App, deps: AppDeps): void {
  const { pages } = deps
  if (!pages) return
  let description: OpenApi | null = null
  const serve = deps.options.development ? () => null : loadStatic(clientFolder)
  app.all('*', async (c) => {
    const file = serve(c.req.raw)
    if (file) return file
    refuseOtherSites(deps, c.req.raw)
    try {
      const answer = await render(c)
      return gaveUp(answer) ? unexpectedPage(c.get('requestId')) : answer
    } catch (error) {
      if (error instanceof AppError || !c.req.header('accept')?.includes('text/html')) throw error
      deps.services.log.error({ request_id: c.get('requestId'), error: (error as Error).message }, 'page failed')
      return unexpectedPage(c.get('requestId'))
    }
  })

  async function render(c: C): Promise<Response> {
    const signedIn = await readSession(deps.services, deps.auth, c.req.raw.headers)
    const base = baseCtx(deps, { requestId: c.get('requestId'), request: c.req.raw, env: c.env })
    const environment = chosenEnvironment(c.req.raw.headers)
    const ctx = signedIn ? userCtx(base, signedIn, environment) : base
    if (signedIn && signedIn.user.role !== 'admin' && adminPage.test(new URL(c.req.url).pathname)) {
      // A page that is only asked for sends them where they may be; whatever would act or answer is refused.
      if (['GET', 'HEAD'].includes(c.req.method)) await auditRefusal(ctx, 'users.read')
      else await requireAdmin(ctx, 'users.write')
    }
    if (signedIn && environment === 'sandbox') ctx.now = await sandboxNow(deps.services, ctx.organizationId)
    return pages!.render(c.req.raw, {
      nonce: nonceOf(c),
      session: signedIn?.user ?? null,
      publicUrl: deps.services.config.publicUrl,
      environment,
      verbs: bindVerbs(ctx),
      anonymous: anonymousCalls(deps, base, c.req.raw.headers),
      headers: c.req.raw.headers,
      openApi: () => (description ??= openApiDocument(deps.catalogue, deps.services.config.publicUrl) as unknown as OpenApi),
    })
  }
}

/** The admin's pages, and what their own scripts ask of them. */
const adminPage = /^\/admin(?:[/.]|$)/

/** The environment of the dashboards' switch, kept in a cookie. */
const chosenEnvironment = (headers: Headers): 'sandbox' | 'production' =>
  /(?:^|;\s*)sealwright\.environment=production(?:;|$)/.test(headers.get('cookie') ?? '') ? 'production' : 'sandbox'
