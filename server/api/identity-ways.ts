import { renderSVG } from 'uqr'
import { ownChipChallenge, showOwnPassportChip } from '#core/identity/chips/show.ts'
import { askHolderToSign, presentInSession, readForeignWays } from '#core/identity/foreign/in-session.ts'
import { hearProvider } from '#core/identity/providers/receive.ts'
import { listOwnProviders, startOwnProvider } from '#core/identity/providers/start.ts'
import { showMadeUpPassport } from '#core/sandbox/passports/on-page.ts'
import { type App, type AppDeps, baseCtx } from '../app-deps.ts'
import { limitBody } from '../limit-body.ts'
import { takeAnonymous } from '../middleware/budgets.ts'
import type { AppContext } from '../middleware/errors.ts'
import { readJson, refuseEncoded } from './run-operation.ts'

const MOST = 512 * 1024

/** What the ways of an identity session are sent and told outside of its page: by reader apps, scripts and providers. */
export function mountIdentityWays(app: App, deps: AppDeps): void {
  mountProviderMessages(app, deps)
  const { publicUrl } = deps.services.config
  const ctxOf = (c: AppContext) => baseCtx(deps, { requestId: c.get('requestId'), request: c.req.raw, env: c.env })
  const uncached = { 'cache-control': 'no-store' }

  // Whoever has the address of a session is its person, as on its page.
  app.get('/verify/:secret/passport-chip', async (c) => {
    await takeAnonymous(deps, c)
    const secret = c.req.param('secret')
    const told = await ownChipChallenge({ ctx: ctxOf(c), input: { token: secret } })
    const address = `${publicUrl}/verify/${encodeURIComponent(secret)}/passport-chip`
    return c.json({ ...told, address, qr_svg: renderSVG(address, { border: 2 }) }, 200, uncached)
  })
  app.post('/verify/:secret/passport-chip', async (c) => {
    await takeAnonymous(deps, c)
    const sent = { ...bodyOf(await readJson(c.req.raw, MOST)), token: c.req.param('secret') }
    const { status, reason_code } = await showOwnPassportChip.sent({ ctx: ctxOf(c), input: sent })
    return c.json({ status, reason_code }, 200, uncached)
  })
  app.post('/verify/:secret/passport-chip/made-up', async (c) => {
    await takeAnonymous(deps, c)
    const { status, reason_code } = await showMadeUpPassport({ ctx: ctxOf(c), input: { token: c.req.param('secret') } })
    return c.json({ status, reason_code }, 200, uncached)
  })
  app.get('/verify/:secret/provider', async (c) => {
    await takeAnonymous(deps, c)
    return c.json({ providers: await listOwnProviders({ ctx: ctxOf(c), input: { token: c.req.param('secret') } }) }, 200, uncached)
  })
  app.post('/verify/:secret/provider', async (c) => {
    await takeAnonymous(deps, c)
    const sent = { ...bodyOf(await readJson(c.req.raw, MOST)), token: c.req.param('secret') }
    const { status, reason_code, provider_url } = await startOwnProvider.sent({ ctx: ctxOf(c), input: sent })
    return c.json({ status, reason_code, provider_url }, 200, uncached)
  })
  app.get('/verify/:secret/foreign-credential', async (c) => {
    await takeAnonymous(deps, c)
    return c.json(await readForeignWays({ ctx: ctxOf(c), input: { token: c.req.param('secret') } }), 200, uncached)
  })
  app.post('/verify/:secret/foreign-credential/challenge', async (c) => {
    await takeAnonymous(deps, c)
    const sent = { ...bodyOf(await readJson(c.req.raw, MOST)), token: c.req.param('secret') }
    return c.json(await askHolderToSign.sent({ ctx: ctxOf(c), input: sent }), 200, uncached)
  })
  app.post('/verify/:secret/foreign-credential', async (c) => {
    await takeAnonymous(deps, c)
    const sent = { ...bodyOf(await readJson(c.req.raw, MOST)), token: c.req.param('secret') }
    return c.json(await presentInSession.sent({ ctx: ctxOf(c), input: sent }), 200, uncached)
  })
}

const bodyOf = (sent: unknown): object => (sent !== null && typeof sent === 'object' && !Array.isArray(sent) ? sent : {})

/** Where identity providers send their messages, signed over the bytes as they are. */
function mountProviderMessages(app: App, deps: AppDeps): void {
  app.post('/api/identity/providers/:name/:id', async (c) => {
    await takeAnonymous(deps, c)
    refuseEncoded(c.req.raw)
    const { request, refusal } = limitBody(c.req.raw, MOST)
    const raw = await request.arrayBuffer().catch((error: unknown) => {
      throw refusal() ?? error
    })
    const header = (name: string) => request.headers.get(name) ?? undefined
    await hearProvider(deps.services, c.req.param('name'), c.req.param('id'), { header, raw: new Uint8Array(raw), now: Date.now() })
    return c.json({ received: true })
  })
}
