import type { Context } from 'hono'
import { resetRequestSchema } from '#core/access/accounts/schemas.ts'
import { changeKeyVersion } from '#core/access/api-keys/change-version.ts'
import { createApiKey } from '#core/access/api-keys/create.ts'
import { listApiKeys } from '#core/access/api-keys/list.ts'
import { revokeApiKey } from '#core/access/api-keys/revoke.ts'
import { rotateApiKey } from '#core/access/api-keys/rotate.ts'
import { AppError } from '#core/kernel/errors.ts'
import { errorRecordInput, monitoringLogInput, recordError, recordMonitoringLog } from '#core/kernel/monitoring.ts'
import { placeKey } from '#core/kernel/network-place.ts'
import { parseInput } from '#core/kernel/parse-input.ts'
import { statusReport } from '#core/portal/status/report.ts'
import { answerStatusSubscription } from '#core/portal/status/subscribe.ts'
import { createPlaygroundSession } from '#core/sandbox/worlds/playground-session.ts'
import { type App, type AppDeps, baseCtx } from '../app-deps.ts'
import { limitBody, MAX_FORM } from '../limit-body.ts'
import { takeAnonymous } from '../middleware/budgets.ts'
import type { AppVariables } from '../middleware/errors.ts'
import { requireShown } from '../shown-place.ts'
import { mountAccounts } from './back-end/accounts.ts'
import { anonymousCalls } from './back-end/anonymous.ts'
import { mountAppeals } from './back-end/appeals.ts'
import { refuseOtherSites, requireUser } from './back-end/caller.ts'
import { mountMailbox } from './back-end/mailbox.ts'
import { mountNotifications } from './back-end/notifications.ts'
import { mountPasskeys, mountSecurity } from './back-end/security.ts'
import { mountStatusFeeds } from './back-end/status-feeds.ts'
import { mountUsers } from './back-end/users.ts'
import { readJson } from './run-operation.ts'

type C = Context<{ Variables: AppVariables }>

/** The product's own calls: accounts, keys, playground. Session cookie, same origin only. */
export function mountBackEnd(app: App, deps: AppDeps): void {
  app.use('/api/*', async function sameOriginOnly(c, next) {
    await takeAnonymous(deps, c)
    refuseOtherSites(deps, c.req.raw)
    await next()
    if (!c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'no-store')
  })
  mountAccounts(app, deps)
  mountAppeals(app, deps)
  mountSecurity(app, deps)
  mountPasskeys(app, deps)
  mountNotifications(app, deps)
  mountUsers(app, deps)

  mountApiKeys(app, deps)

  app.post('/api/playground/session', async (c) => {
    const ctx = baseCtx(deps, { requestId: c.get('requestId'), request: c.req.raw, env: c.env })
    await deps.limiter.take(`playground:${placeKey(deps.services, ctx.ip)}`, {
      name: 'playground',
      ...deps.services.config.limits.rates.playground,
    })
    return c.json(await createPlaygroundSession({ ctx }), 201)
  })

  app.get('/api/status', async (c) => c.json(await statusReport(deps.services), 200, { 'cache-control': 'public, max-age=15' }))
  mountStatusFeeds(app, deps)
  app.post('/api/status/subscribe', async (c) => {
    const ctx = baseCtx(deps, { requestId: c.get('requestId'), request: c.req.raw, env: c.env })
    const isForm = c.req.header('content-type')?.startsWith('application/x-www-form-urlencoded')
    const body = isForm ? Object.fromEntries(await limitBody(c.req.raw, MAX_FORM).request.formData()) : null
    if (isForm && !resetRequestSchema.safeParse(body).success) return c.redirect('/api-status?subscription=invalid#subscribe', 303)
    await anonymousCalls(deps, ctx, c.req.raw.headers).subscribeToStatus(async () => body ?? readJson(c.req.raw))
    return isForm ? c.redirect('/api-status?subscription=asked#subscribe', 303) : c.json({ success: true }, 202)
  })
  // One click in a mail program (RFC 8058). Whoever opens the same address in a browser is asked first.
  app.post('/api/status/unsubscribe', async (c) => {
    const ctx = baseCtx(deps, { requestId: c.get('requestId'), request: c.req.raw, env: c.env })
    await answerStatusSubscription({ ctx, input: { token: c.req.query('token') ?? '', subscribe: false } })
    return c.json({ success: true })
  })
  app.get('/api/status/unsubscribe', (c) => c.redirect(`/api-status/unsubscribe${new URL(c.req.url).search}`, 303))

  const monitor = async (c: C) => {
    const ctx = baseCtx(deps, { requestId: c.get('requestId'), request: c.req.raw, env: c.env })
    await deps.limiter.take(`monitoring:${placeKey(deps.services, ctx.ip)}`, { name: 'monitoring', rate: 1, burst: 60 })
    return { ctx, body: await readJson(c.req.raw, 32 * 1024) }
  }
  app.post('/api/monitoring/logs', async (c) => {
    const { ctx, body } = await monitor(c)
    return c.json(await recordMonitoringLog({ ctx, input: parseInput(monitoringLogInput, body) }), 202)
  })
  app.post('/api/errors', async (c) => {
    const { ctx, body } = await monitor(c)
    return c.json(await recordError({ ctx, input: parseInput(errorRecordInput, body) }), 202)
  })

  if (deps.options.localMailbox) mountMailbox(app, deps)
  refuseOtherMethods(app)
}

/** The keys of the person's organisation. */
function mountApiKeys(app: App, deps: AppDeps): void {
  app.get('/api/api-keys', async (c) => c.json(await listApiKeys({ ctx: (await requireUser(deps, c)).ctx })))
  const here = async (c: C) => {
    const { ctx } = await requireUser(deps, c)
    requireShown(ctx, c.req.raw.headers)
    return ctx
  }
  app.post('/api/api-keys', async (c) => {
    const ctx = await here(c)
    return c.json(await createApiKey.sent({ ctx, input: await readJson(c.req.raw) }), 201)
  })
  app.post('/api/api-keys/:id/revoke', async (c) => c.json(await revokeApiKey({ ctx: await here(c), input: { id: c.req.param('id') } })))
  app.post('/api/api-keys/:id/rotate', async (c) => {
    const ctx = await here(c)
    const sent = (await readJson(c.req.raw)) as object
    return c.json(await rotateApiKey.sent({ ctx, input: { ...sent, id: c.req.param('id') } }), 201)
  })

  app.post('/api/api-keys/:id/version', async (c) => {
    const ctx = await here(c)
    const sent = (await readJson(c.req.raw)) as object
    return c.json(await changeKeyVersion.sent({ ctx, input: { ...sent, id: c.req.param('id') } }))
  })
}

/** Addresses of programs beside the operations, which see to it themselves: another method than theirs is told which. */
function refuseOtherMethods(app: App): void {
  const methods = new Map<string, string[]>()
  for (const { path, method } of app.routes)
    if (/^\/(api|v1|log|\.well-known)\/[^*]+$/.test(path)) methods.set(path, [...(methods.get(path) ?? []), method])
  for (const [path, known] of methods) {
    if (known.includes('ALL')) continue
    const allow = [...known, ...(known.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
    app.all(path, (c) => {
      if (c.req.method === 'OPTIONS') return c.body(null, 204, { allow })
      throw new AppError('method_not_allowed', `Use ${known.join(' or ')} here.`, { extra: { headers: { allow } } })
    })
  }
}
