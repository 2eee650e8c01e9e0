import type { IncomingMessage } from 'node:http'
import type { Hono } from 'hono'
import ipaddr from 'ipaddr.js'
import type { Auth } from '#core/access/accounts/auth-library.ts'
import type { Ctx } from '#core/kernel/context.ts'
import type { RequestLogWriter } from '#core/kernel/request-log.ts'
import type { Services } from '#core/kernel/services.ts'
import type { ResponseSampler } from './api/sample-responses.ts'
import type { Health } from './health.ts'
import type { AppVariables } from './middleware/errors.ts'
import type { ProcessorTime } from './middleware/processor-time.ts'
import type { RateLimiter } from './middleware/rate-limit.ts'
import type { OpenUploads } from './open-uploads.ts'
import type { Operation } from './operation.ts'
import type { Pages } from './pages.ts'

/** Everything the HTTP side is made of; put together once in main.ts and in the tests' harness. */
export interface AppDeps {
  services: Services
  auth: Auth
  catalogue: Operation[]
  pages: Pages | null
  limiter: RateLimiter
  processor: ProcessorTime
  uploads: OpenUploads
  requestLog: RequestLogWriter
  health: Health
  /** Holds a part of the sandbox's answers against their schemas. */
  sampler: ResponseSampler
  options: {
    development: boolean
    /** How many proxies in front are believed. */
    trustProxy: number
    metricsToken: string | null
    localMailbox: boolean
    https: boolean
  }
}

export type App = Hono<{ Variables: AppVariables }>

/**
 * The caller's network address: the socket's, or what the outermost of the trusted proxies says of it. Each proxy adds whom it
 * sees at the end of X-Forwarded-For, so what stands before their words is the caller's own and counts for nothing. A port is
 * left out, and what is no address is nobody's: then all of them are one caller, the socket's.
 */
export function callerIp(deps: Pick<AppDeps, 'options'>, request: Request, env: unknown): string | null {
  const socket = (env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined)?.incoming?.socket?.remoteAddress ?? null
  return forwardedFor(request.headers.get('x-forwarded-for'), deps.options.trustProxy) ?? socket
}

/** Whom the outermost of the trusted proxies saw; null where none says it. */
function forwardedFor(forwarded: string | null, trustProxy: number): string | null {
  if (!trustProxy || !forwarded) return null
  const words = forwarded.split(',')
  return plainAddress(words[Math.max(0, words.length - trustProxy)]!.trim())
}

/** The caller's network address before anything was read of the request; empty when the connection is gone. */
export const addressOfCaller = (request: IncomingMessage, trustProxy: number): string =>
  forwardedFor(request.headersDistinct['x-forwarded-for']?.join(',') ?? null, trustProxy) ?? request.socket.remoteAddress ?? ''

/** An address as proxies write it, with a port or without, in its one short form. Null when it is none. */
function plainAddress(word: string): string | null {
  const bare = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(word)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(word)?.[1] ?? word
  if (!ipaddr.IPv4.isValidFourPartDecimal(bare) && !ipaddr.IPv6.isValid(bare)) return null
  return ipaddr.process(bare).toString()
}

/** The context of a call before anybody is known. */
export function baseCtx(deps: Pick<AppDeps, 'services' | 'options'>, input: { requestId: string; request: Request; env: unknown }): Ctx {
  return {
    db: deps.services.connection.db,
    services: deps.services,
    actor: { type: 'anonymous', id: 'anonymous' },
    organizationId: 'none',
    environment: 'sandbox',
    world: deps.services.worldOf('sandbox'),
    now: Date.now(),
    requestId: input.requestId,
    ip: callerIp(deps, input.request, input.env),
    userAgent: input.request.headers.get('user-agent')?.slice(0, 400) ?? null,
    idempotency: null,
  }
}
