import { Hono } from 'hono'
import type { Ctx } from '#core/context.ts'
import { AppError } from '#core/errors.ts'
import { newId } from '#core/ids.ts'
import type { RequestLogWriter } from '#core/request-log.ts'
import type { Services } from '#core/services.ts'
import { type Auth } from '#core/accounts/auth-library.ts'
import { mountBackEnd } from './api/back-end.ts'
import { mountFunctions } from './api/functions.ts'
import { mountOperations } from './api/operations.ts'
import { mountPublic } from './api/public.ts'
import { mountHealth, type Health } from './health.ts'
import { type AppVariables, problem } from './middleware/errors.ts'
import type { RateLimiter } from './middleware/rate-limit.ts'
import { securityHeaders } from './middleware/security-headers.ts'
import type { Operation } from './operation.ts'
import type { Pages } from './pages.ts'
import { mountPages } from './page-routes.ts'

/** Everything the HTTP side is made of; put together once in main.ts and in the tests' harness. */
export interface AppDeps {
  services: Services
  auth: Auth
  catalogue: Operation[]
  pages: Pages | null
  limiter: RateLimiter
  requestLog: RequestLogWriter
  health: Health
  options: { development: boolean; trustProxy: boolean; metricsToken: string | null; localMailbox: boolean; https: boolean }
}

export type App = Hono<{ Variables: AppVariables }>

/** Every mount and middleware of the product, in order. */
export function createApp(deps: AppDeps): App {
  const { services, options } = deps
  const app: App = new Hono<{ Variables: AppVariables }>()

  // 1. A request has an id and a start before anything can go wrong.
  app.use(async function identifyRequest(c, next) {
    const given = c.req.header('x-request-id')
    const valid = given !== undefined && /^[A-Za-z0-9_-]{1,64}$/.test(given)
    c.set('requestId', valid ? given : newId('request'))
    c.set('nonce', crypto.randomUUID().replaceAll('-', ''))
    c.set('startedAt', performance.now())
    await next()
    c.res.headers.set('x-request-id', c.get('requestId'))
    deps.health.observe(c.req.method, c.res.status, performance.now() - c.get('startedAt'))
  })
  // 2. Headers that protect, on every answer, errors too.
  app.use(securityHeaders({ https: options.https, development: options.development }))
  // 3. Every thrown thing becomes one kind of answer.
  app.onError((error, c) => {
    const response = problem(error, { requestId: c.get('requestId'), publicUrl: services.config.publicUrl, log: services.log })
    if (c.req.header('x-request-id') && c.get('requestId') !== c.req.header('x-request-id')) response.headers.set('x-request-id-replaced', '1')
    return response
  })

  mountHealth(app, deps)
  mountPublic(app, deps)
  mountOperations(app, deps)
  mountFunctions(app, deps)
  mountBackEnd(app, deps)
  app.all('/api/*', () => {
    throw new AppError('route_not_found', 'There is no such address under /api. The list of operations is at /api/v1/openapi.json.')
  })
  app.all('/v1/*', () => {
    throw new AppError('route_not_found', 'There is no such address under /v1. The list of operations is at /api/v1/openapi.json.')
  })
  mountPages(app, deps)
  return app
}

/** The caller's network address: the socket's, or the nearest proxy's word for it when that proxy is trusted. */
export function callerIp(deps: Pick<AppDeps, 'options'>, request: Request, env: unknown): string | null {
  if (deps.options.trustProxy) {
    const forwarded = request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim()
    if (forwarded) return forwarded
  }
  return (env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined)?.incoming?.socket?.remoteAddress ?? null
}

/** The context of a call before anybody is known. */
export function baseCtx(deps: Pick<AppDeps, 'services' | 'options'>, input: { requestId: string; request: Request; env: unknown }): Ctx {
  return {
    db: deps.services.connection.db,
    services: deps.services,
    actor: { type: 'anonymous', id: 'anonymous' },
    organizationId: 'none',
    environment: 'sandbox',
    now: Date.now(),
    requestId: input.requestId,
    ip: callerIp(deps, input.request, input.env),
    userAgent: input.request.headers.get('user-agent')?.slice(0, 400) ?? null,
    idempotency: null,
    scenario: null,
  }
}
