import { sql, desc } from 'drizzle-orm'
import type { Context } from 'hono'
import { z } from 'zod'
import { createApiKey, createKeyInput } from '#core/api-keys/create.ts'
import { listApiKeys } from '#core/api-keys/list.ts'
import { revokeApiKey } from '#core/api-keys/revoke.ts'
import { signUpSchema } from '#core/accounts/schemas.ts'
import { readSession, type SignedIn, userCtx } from '#core/accounts/session.ts'
import { signUpAccount } from '#core/accounts/sign-up.ts'
import type { Ctx } from '#core/context.ts'
import { AppError } from '#core/errors.ts'
import { createPlaygroundSession } from '#core/sandbox/playground-session.ts'
import { mails } from '#db/schema.ts'
import { type App, type AppDeps, baseCtx } from '../app.ts'
import { parseJson } from '../json.ts'
import type { AppVariables } from '../middleware/errors.ts'
import { validate } from '../validation.ts'
import { readBody } from './run-operation.ts'

type C = Context<{ Variables: AppVariables }>

/** The product's own calls: accounts, keys, playground. Session cookie, same origin only. */
export function mountBackEnd(app: App, deps: AppDeps): void {
  app.use('/api/*', async function sameOriginOnly(c, next) {
    refuseOtherSites(deps, c.req.raw)
    await next()
    if (!c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'no-store')
  })
  app.on(['GET', 'POST'], '/api/auth/*', (c) => deps.auth.handler(c.req.raw))

  app.post('/api/accounts/sign-up', async (c) => {
    const ctx = baseCtx(deps, { requestId: c.get('requestId'), request: c.req.raw, env: c.env })
    deps.limiter.take(`sign-up:${ctx.ip}`, { name: 'sign-up', rate: 10 / 60, burst: 10 })
    const input = validate(signUpSchema, parseJson(await readBody(c.req.raw)))
    return c.json(await signUpAccount({ ctx, auth: deps.auth, input, headers: c.req.raw.headers }), 201)
  })
  app.get('/api/session', async (c) => {
    const signedIn = await readSession(deps.services, deps.auth, c.req.raw.headers)
    return c.json(signedIn ? { user: signedIn.user, expires_at: Math.floor(signedIn.expiresAt.getTime() / 1000), token_type: 'cookie' } : { user: null })
  })

  app.get('/api/api-keys', async (c) => c.json(await listApiKeys({ ctx: (await requireUser(deps, c)).ctx })))
  app.post('/api/api-keys', async (c) => {
    const { ctx } = await requireUser(deps, c)
    const input = validate(createKeyInput, parseJson(await readBody(c.req.raw)), Object.keys(createKeyInput.shape))
    return c.json(await createApiKey({ ctx, input }), 201)
  })
  app.post('/api/api-keys/:id/revoke', async (c) => c.json(await revokeApiKey({ ctx: (await requireUser(deps, c)).ctx, input: { id: c.req.param('id') } })))

  app.post('/api/playground/session', async (c) => {
    const ctx = baseCtx(deps, { requestId: c.get('requestId'), request: c.req.raw, env: c.env })
    deps.limiter.take(`playground:${ctx.ip}`, { name: 'playground', rate: 20 / 60, burst: 20 })
    return c.json(await createPlaygroundSession({ ctx }), 201)
  })

  if (deps.options.localMailbox) mountMailbox(app, deps)
}

/** Browsers name the page that calls; another site's page is refused before anything is read. */
export function refuseOtherSites(deps: AppDeps, request: Request): void {
  if (['GET', 'HEAD', 'OPTIONS'].includes(request.method)) return
  const site = request.headers.get('sec-fetch-site')
  if (site === 'cross-site') throw new AppError('cross_origin', 'This call was made by a page of another site.')
  const origin = request.headers.get('origin')
  if (origin === null || origin === 'null') return
  const own = new URL(request.url)
  if (origin !== new URL(deps.services.config.publicUrl).origin && new URL(origin).host !== (request.headers.get('host') ?? own.host)) throw new AppError('cross_origin', 'This call was made by a page of another site.')
}

export interface UserCall {
  ctx: Ctx
  signedIn: SignedIn
}

/** The signed-in person's context, or 401. The environment is named by ?environment=, sandbox unless said. */
export async function requireUser(deps: AppDeps, c: C): Promise<UserCall> {
  const signedIn = await readSession(deps.services, deps.auth, c.req.raw.headers)
  if (!signedIn) throw new AppError('not_signed_in', 'Authentication required. Please sign in to continue.')
  const base = baseCtx(deps, { requestId: c.get('requestId'), request: c.req.raw, env: c.env })
  const environment = c.req.query('environment') === 'production' ? 'production' : 'sandbox'
  return { signedIn, ctx: userCtx(base, signedIn, environment) }
}

/** Mail kept on this machine, for people who try the product without a mail server. Never mounted in production. */
function mountMailbox(app: App, deps: AppDeps): void {
  const read = async (to: string | undefined) => {
    const rows = await deps.services.connection.db
      .select()
      .from(mails)
      .where(to ? sql`lower(${mails.to}) = lower(${to})` : undefined)
      .orderBy(desc(mails.created_at), desc(mails.id))
      .limit(100)
    return rows.map((m) => ({ id: m.id, to: m.to, subject: m.subject, text: m.text, html: m.html, status: m.status, created_at: m.created_at.toISOString() }))
  }
  app.get('/dev/mailbox', async (c) => {
    const list = await read(validate(z.string().optional(), c.req.query('to')))
    if (!c.req.header('accept')?.includes('text/html')) return c.json({ data: list })
    const escape = (s: string) => s.replace(/[&<>"']/g, (x) => `&#${x.charCodeAt(0)};`)
    const linked = (s: string) => escape(s).replace(/https?:&#47;&#47;[^\s]+|https?:\/\/[^\s]+/g, (url) => `<a href="${url}">${url}</a>`)
    const items = list.map((m) => `<article><h2>${escape(m.subject)}</h2><p>To ${escape(m.to)}, ${m.created_at}</p><pre>${linked(m.text)}</pre></article>`).join('')
    return c.html(
      `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Local mailbox</title><style>body{font:16px/1.5 system-ui;max-width:720px;margin:32px auto;padding:0 16px;color:#131a2b;background:#f7f4ee}article{background:#fffdf9;border:1px solid #ddd6c8;border-radius:4px;padding:16px 24px;margin:16px 0}pre{white-space:pre-wrap;overflow-wrap:anywhere}h2{font-size:18px}</style><main><h1>Local mailbox</h1><p>No SMTP server is configured, so mail stays here.</p>${items || '<p>No mail yet.</p>'}</main></html>`,
    )
  })
}
