import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { requireStorable } from '#core/kernel/storable.ts'
import { listClientAppeals, openClientAppeal } from '#core/portal/client-sessions/appeals.ts'
import { listClientConsents, renewClientConsent, withdrawClientConsent } from '#core/portal/client-sessions/consents.ts'
import { readClientIdentity, startClientIdentity } from '#core/portal/client-sessions/identity.ts'
import { isKnownOrigin } from '#core/portal/client-sessions/open.ts'
import { readClientStanding } from '#core/portal/client-sessions/standing.ts'
import { hashOfClientToken } from '#core/portal/client-sessions/token.ts'
import { type App, type AppDeps, baseCtx } from '../app-deps.ts'
import { pathWithoutKey } from '../middleware/authenticate.ts'
import { identified, takeAnonymous } from '../middleware/budgets.ts'
import { type AppContext, problem } from '../middleware/errors.ts'
import { readJson } from './run-operation.ts'

/** One person's page asks as often as a person looks. */
const OF_TOKEN = { name: 'client-session', rate: 1, burst: 60 }
/** Each identity session is a page of its own that can be opened. */
const OF_STARTS = { name: 'client-session-starts', rate: 1 / 60, burst: 5 }

interface Call {
  method: 'GET' | 'POST'
  path: string
  status?: number
  verb: { sent(call: { ctx: Ctx; input: unknown }): Promise<unknown> }
}

const CALLS: readonly Call[] = [
  { method: 'GET', path: '/standing', verb: readClientStanding },
  { method: 'POST', path: '/identity-sessions', status: 201, verb: startClientIdentity },
  { method: 'GET', path: '/identity-sessions/:id', verb: readClientIdentity },
  { method: 'GET', path: '/appeals', verb: listClientAppeals },
  { method: 'POST', path: '/appeals', status: 201, verb: openClientAppeal },
  { method: 'GET', path: '/consents', verb: listClientConsents },
  { method: 'POST', path: '/consents/:id/withdraw', verb: withdrawClientConsent },
  { method: 'POST', path: '/consents/:id/renew', verb: renewClientConsent },
]

/**
 * What pages of organisations call with the token of a client session. These alone answer to another origin, and only to one that a token was
 * given out for; a cookie is neither read nor set.
 */
export function mountClient(app: App, deps: AppDeps): void {
  for (const { method, path, status = 200, verb } of CALLS)
    app.on(method, `/v1/client${path}`, async (c) => {
      const cors = await corsOf(deps, c)
      try {
        const token = tokenOf(c)
        await deps.limiter.take(`client-session:${hashOfClientToken(token)}`, OF_TOKEN)
        if (verb === startClientIdentity) await deps.limiter.take(`client-session-starts:${hashOfClientToken(token)}`, OF_STARTS)
        const ctx = baseCtx(deps, { requestId: c.get('requestId'), request: c.req.raw, env: c.env })
        const input = { ...(method === 'POST' ? await bodyOf(c) : {}), ...c.req.param(), token, origin: c.req.header('origin') ?? '' }
        const answer = await identified(deps, ctx.ip, () => verb.sent({ ctx, input }))
        return c.json(answer as object, status as 200, cors)
      } catch (error) {
        const answer = problem(error, { requestId: c.get('requestId'), publicUrl: deps.services.config.publicUrl, log: deps.services.log })
        for (const [name, value] of Object.entries(cors)) answer.headers.set(name, value)
        return answer
      }
    })
  for (const path of new Set(CALLS.map((call) => call.path))) {
    const methods = CALLS.filter((call) => call.path === path).map((call) => call.method)
    const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
    app.all(`/v1/client${path}`, async (c) => {
      if (c.req.method !== 'OPTIONS')
        throw new AppError('method_not_allowed', `Use ${methods.join(' or ')} here.`, { extra: { headers: { allow } } })
      const cors = await corsOf(deps, c)
      const asked = {
        'access-control-allow-methods': methods.join(', '),
        'access-control-allow-headers': 'authorization, content-type',
        'access-control-max-age': '600',
      }
      return c.body(null, 204, { allow, ...cors, ...(cors['access-control-allow-origin'] && asked) })
    })
  }
}

/** Tells the browser that the page may read the answer, where that page was given a token. */
async function corsOf(deps: AppDeps, c: AppContext): Promise<Record<string, string>> {
  await takeAnonymous(deps, c)
  const origin = c.req.header('origin')
  const plain = { 'cache-control': 'no-store', vary: 'Origin' }
  if (!origin || origin.length > 300 || !(await isKnownOrigin(deps.services.connection.db, origin))) return plain
  return { ...plain, 'access-control-allow-origin': origin, 'access-control-expose-headers': 'retry-after, x-request-id' }
}

function tokenOf(c: AppContext): string {
  pathWithoutKey(c.req.url)
  const token = /^Bearer +(\S{1,200})$/i.exec(c.req.header('authorization') ?? '')?.[1]
  if (!token) throw new AppError('session_expired', 'Send the token of a client session as "Authorization: Bearer swc_…".')
  return token
}

/** What a page says; whose token it has and where it is, it cannot say. */
async function bodyOf(c: AppContext): Promise<object> {
  const text = c.req.header('content-length') === '0' || !c.req.raw.body ? {} : await readJson(c.req.raw, 32 * 1024)
  if (text === null || typeof text !== 'object' || Array.isArray(text)) throw new AppError('malformed_json', 'Send a JSON object.')
  requireStorable(text)
  return text
}
