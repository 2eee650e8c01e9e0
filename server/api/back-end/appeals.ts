import type { Context } from 'hono'
import { appealChallengeInput, beginAppeal, beginAppealInput, challengeToAppeal } from '#core/appeals/begin.ts'
import { openAppeal, openAppealInput } from '#core/appeals/open.ts'
import { readAppeal } from '#core/appeals/read.ts'
import { type App, type AppDeps, baseCtx } from '../../app-deps.ts'
import { parseJson } from '../../json.ts'
import type { AppVariables } from '../../middleware/errors.ts'
import { validate } from '../../validation.ts'
import { readBody } from '../run-operation.ts'

type C = Context<{ Variables: AppVariables }>
const HOUR = 3600

/** Appeals by a wallet's signature: nobody needs an account, so each call has a limit by address, and a challenge one by wallet. */
export function mountAppeals(app: App, deps: AppDeps): void {
  const anonymous = (c: C) => baseCtx(deps, { requestId: c.get('requestId'), request: c.req.raw, env: c.env })
  const limit = (key: string, name: string, burst: number) => deps.limiter.take(`${name}:${key}`, { name, rate: burst / HOUR, burst })

  app.post('/api/appeals/challenge', async (c) => {
    const ctx = anonymous(c)
    await limit(ctx.ip ?? 'unknown', 'appeal-challenge', 60)
    const input = validate(appealChallengeInput, parseJson(await readBody(c.req.raw)))
    await limit(input.address.trim().toLowerCase(), 'appeal-wallet', 20)
    return c.json(await challengeToAppeal({ ctx, input }), 201)
  })
  app.post('/api/appeals/session', async (c) => {
    const ctx = anonymous(c)
    await limit(ctx.ip ?? 'unknown', 'appeal-session', 30)
    return c.json(await beginAppeal({ ctx, input: validate(beginAppealInput, parseJson(await readBody(c.req.raw))) }), 201)
  })
  app.post('/api/appeals', async (c) => {
    const ctx = anonymous(c)
    await limit(ctx.ip ?? 'unknown', 'appeal-open', 30)
    return c.json(await openAppeal({ ctx, input: validate(openAppealInput, parseJson(await readBody(c.req.raw))) }), 201)
  })
  app.get('/api/appeals/:id', async (c) => {
    const ctx = anonymous(c)
    await limit(ctx.ip ?? 'unknown', 'appeal-read', 300)
    return c.json(await readAppeal({ ctx, input: { id: c.req.param('id') } }))
  })
}
