import type { Context } from 'hono'
import { placeKey } from '#core/kernel/network-place.ts'
import { readAppeal } from '#core/review/appeals/read.ts'
import { type App, type AppDeps, baseCtx } from '../../app-deps.ts'
import type { AppVariables } from '../../middleware/errors.ts'
import { readJson } from '../run-operation.ts'
import { anonymousCalls } from './anonymous.ts'

type C = Context<{ Variables: AppVariables }>
const HOUR = 3600

/** Appeals by a wallet's signature: nobody needs an account, so each call has a limit by address, and a challenge one by wallet. */
export function mountAppeals(app: App, deps: AppDeps): void {
  const anonymous = (c: C) => baseCtx(deps, { requestId: c.get('requestId'), request: c.req.raw, env: c.env })
  const limit = (key: string, name: string, burst: number) => deps.limiter.take(`${name}:${key}`, { name, rate: burst / HOUR, burst })

  const calls = (c: C) => anonymousCalls(deps, anonymous(c), c.req.raw.headers)
  const bodyOf = (c: C) => readJson(c.req.raw)

  app.post('/api/appeals/challenge', async (c) => c.json(await calls(c).challengeToAppeal(() => bodyOf(c)), 201))
  app.post('/api/appeals/session', async (c) => c.json(await calls(c).beginAppeal(() => bodyOf(c)), 201))
  app.post('/api/appeals', async (c) => c.json(await calls(c).openAppeal(() => bodyOf(c)), 201))
  app.get('/api/appeals/:id', async (c) => {
    const ctx = anonymous(c)
    await limit(placeKey(deps.services, ctx.ip), 'appeal-read', 300)
    return c.json(await readAppeal({ ctx, input: { id: c.req.param('id') } }))
  })
}
