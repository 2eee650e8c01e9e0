import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { secureHeaders } from 'hono/secure-headers'
import { caseRoutes } from './case.ts'
import type { App, Signed } from './context.ts'
import { documents } from './documents.ts'
import { identity } from './identity.ts'
import { webhooks } from './inbox.ts'
import { explain, Problem } from './problems.ts'
import { sessions, signedIn } from './sessions.ts'

/** All routes, in order. `wake` is called when something lies in the inbox. */
export function createApp(app: App, wake: () => void = () => {}): Hono {
  const routes = new Hono()
  routes.use(
    secureHeaders({
      contentSecurityPolicy: {
        defaultSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
      referrerPolicy: 'no-referrer',
    }),
  )
  routes.onError((error, c) => {
    const { status, code, message, fields, requestId } = explain(error)
    return c.json({ error: { code, message, fields, request_id: requestId } }, status)
  })
  routes.get('/healthz', (c) => {
    app.db.prepare('SELECT 1').get()
    return c.json({ ok: true })
  })
  routes.route('/webhooks', webhooks(app, wake))

  const api = new Hono<Signed>()
  api.use(async (c, next) => {
    // Cookies travel by themselves; the name of the page that asks does not lie.
    if (c.req.method !== 'GET' && c.req.header('origin') !== app.config.publicUrl)
      throw new Problem(403, 'wrong_origin', `This is only taken from pages of ${app.config.publicUrl}.`)
    await next()
    c.header('cache-control', 'no-store')
  })
  // Whoever is not signed in yet sends a few lines too; a document says its own size.
  const few = bodyLimit({
    maxSize: 64 * 1024,
    onError: () => {
      throw new Problem(413, 'too_large', 'This is longer than any form here.')
    },
  })
  api.use((c, next) => (c.req.path.startsWith('/api/documents') ? next() : few(c, next)))
  api.route('/session', sessions(app))
  api.use(signedIn(app))
  api.route('/documents', documents(app))
  api.route('/identity', identity(app))
  api.route('/', caseRoutes(app))
  routes.route('/api', api)
  routes.all('/api/*', () => {
    throw new Problem(404, 'not_found', 'There is nothing at this address.')
  })

  routes.get(
    '/assets/*',
    serveStatic({ root: 'build', onFound: (_, c) => c.header('cache-control', 'public, max-age=31536000, immutable') }),
  )
  routes.get('*', serveStatic({ path: 'build/index.html', onFound: (_, c) => c.header('cache-control', 'no-cache') }))
  return routes
}
