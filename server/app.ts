import { Hono } from 'hono'
import { budgetOfAddress } from '#core/access/budgets/amounts.ts'
import { AppError } from '#core/kernel/errors.ts'
import { newId } from '#core/kernel/ids.ts'
import { mountBackEnd } from './api/back-end.ts'
import { mountClient } from './api/client.ts'
import { mountFunctions } from './api/functions.ts'
import { mountIdentityWays } from './api/identity-ways.ts'
import { mountIssuerAddresses } from './api/issuer-addresses.ts'
import { mountIssuing } from './api/openid4vci.ts'
import { mountOperations } from './api/operations.ts'
import { mountPresentations } from './api/presentations.ts'
import { mountPublic } from './api/public.ts'
import { mountScim } from './api/scim.ts'
import { mountSignOn } from './api/sign-on.ts'
import { type App, type AppDeps, callerIp } from './app-deps.ts'
import { mountHealth } from './health.ts'
import { isOpen, takeAnonymous } from './middleware/budgets.ts'
import { type AppVariables, problem } from './middleware/errors.ts'
import { securityHeaders } from './middleware/security-headers.ts'
import { OpenUploads } from './open-uploads.ts'
import { mountPages } from './page-routes.ts'
import { FixedFirstRouter } from './router.ts'

/** Every mount and middleware of the product, in order. */
export function createApp(given: Omit<AppDeps, 'uploads'>): App {
  const { services, options } = given
  const deps: AppDeps = { ...given, uploads: new OpenUploads(services.config.limits) }
  const app: App = new Hono<{ Variables: AppVariables }>({ router: new FixedFirstRouter() })

  // 1. A request has an id and a start before anything can go wrong.
  app.use(async function identifyRequest(c, next) {
    const given = c.req.header('x-request-id')
    const valid = given !== undefined && /^[A-Za-z0-9_-]{1,64}$/.test(given)
    c.set('requestId', valid ? given : newId('request'))
    c.set('startedAt', performance.now())
    c.set('running', deps.processor.begin())
    await next()
    const ms = deps.processor.end(c.get('running'))
    if (ms > 0) deps.processor.charge(c.get('budget') ?? budgetOfAddress(services, callerIp(deps, c.req.raw, c.env)), ms)
    if (!c.get('complete')) c.res.headers.set('x-request-id', c.get('requestId'))
    deps.health.observe(c.req.method, c.res.status, performance.now() - c.get('startedAt'))
  })
  // 2. Headers that protect, on every answer, errors too.
  app.use(securityHeaders({ https: options.https, development: options.development }))
  // 3. Every thrown thing becomes one kind of answer.
  app.onError((error, c) => {
    const response = problem(error, { requestId: c.get('requestId'), publicUrl: services.config.publicUrl, log: services.log })
    if (c.req.header('x-request-id') && c.get('requestId') !== c.req.header('x-request-id'))
      response.headers.set('x-request-id-replaced', '1')
    return response
  })

  // 4. What anybody may read, they may read so often.
  app.use(async function limitStrangers(c, next) {
    if (isOpen(c.req.path)) await takeAnonymous(deps, c)
    await next()
  })

  mountHealth(app, deps)

  // 5. Nothing is decided, stamped or let in by a clock that is wrong.
  app.use(async function refuseWrongClock(c, next) {
    const wrong = deps.health.pulse?.clockWrong
    if (wrong && (c.req.method !== 'GET' || /^\/(api|v1|functions)\//.test(c.req.path))) throw new AppError('not_ready', wrong)
    await next()
  })

  mountPublic(app, deps)
  mountPresentations(app, deps)
  mountIdentityWays(app, deps)
  mountIssuerAddresses(app, deps)
  mountIssuing(app, deps)
  mountSignOn(app, deps)
  mountScim(app, deps)
  mountClient(app, deps)
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
