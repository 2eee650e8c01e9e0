import type { Hono } from 'hono'
import type { Auth } from '#core/accounts/auth-library.ts'
import type { Ctx } from '#core/context.ts'
import type { RequestLogWriter } from '#core/request-log.ts'
import type { Services } from '#core/services.ts'
import type { ResponseSampler } from './api/sample-responses.ts'
import type { Health } from './health.ts'
import type { AppVariables } from './middleware/errors.ts'
import type { RateLimiter } from './middleware/rate-limit.ts'
import type { Operation } from './operation.ts'
import type { Pages } from './pages.ts'

/** Everything the HTTP side is made of; put together once in main.ts and in the tests' harness. */
export interface AppDeps {
  services: Services
  auth: Auth
  catalogue: Operation[]
  pages: Pages | null
  limiter: RateLimiter
  requestLog: RequestLogWriter
  health: Health
  /** Holds a part of the sandbox's answers against their schemas. */
  sampler: ResponseSampler
  options: { development: boolean; trustProxy: boolean; metricsToken: string | null; localMailbox: boolean; https: boolean }
}

export type App = Hono<{ Variables: AppVariables }>

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
