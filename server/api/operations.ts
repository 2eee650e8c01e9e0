import { setTimeout as delay } from 'node:timers/promises'
import type { Actor, Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { nearest } from '#core/kernel/parse-input.ts'
import { requirePermission } from '#core/kernel/permissions.ts'
import { redact } from '#core/kernel/request-log.ts'
import { knownVersion } from '#core/kernel/versions/convert.ts'
import { API_VERSIONS, CURRENT_VERSION } from '#core/kernel/versions.ts'
import { loggedAnswer } from '#core/record/decisions/kept.ts'
import { failIfHeaderSays } from '#core/sources/faults/sandbox.ts'
import { SCENARIOS, scenarioNamed } from '#core/sources/personas/sandbox.ts'
import { addressOf } from '../address.ts'
import { type App, type AppDeps, baseCtx } from '../app-deps.ts'
import { askedVersion } from '../asked-version.ts'
import { brunoCollection, postmanCollection } from '../collections.ts'
import { keptText } from '../compress.ts'
import { bearerActor } from '../middleware/authenticate.ts'
import { takeCall } from '../middleware/budgets.ts'
import { type AppContext, problemReply, type Reply } from '../middleware/errors.ts'
import { contentSecurityPolicy, plainHeaders } from '../middleware/security-headers.ts'
import { publishedDocument } from '../openapi.ts'
import type { Adapt, Operation } from '../operation.ts'
import { openUpload, type RawCall, readBody, runOperation } from './run-operation.ts'

/** What `make` gives, made at the first call. */
const once = <T>(make: () => T): (() => T) => {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

const honoPath = (path: string) => path.replace(/\{(\w+)\}/g, ':$1')

/** Mounts the public API under /api/v1, /v1 and the addresses of the marketing copy. */
export function mountOperations(app: App, deps: AppDeps): void {
  const publicUrl = deps.services.config.publicUrl
  // Made when somebody asks for it the first time.
  const documents = new Map(
    API_VERSIONS.map((version) => {
      const text = once(() => JSON.stringify(publishedDocument(deps.catalogue, publicUrl, version)))
      return [version, { text, answer: keptText(text) }]
    }),
  )
  const document = documents.get(CURRENT_VERSION)!.text
  // Making it takes long enough to hold up checks, so a production process does it before its first.
  if (deps.services.config.production) document()
  for (const prefix of ['/api/v1', '/v1'])
    app.get(`${prefix}/openapi.json`, async (c) => {
      const version = askedVersion(c)
      const headers = { 'content-type': 'application/json', 'access-control-allow-origin': '*', 'sealwright-version': version }
      const answered = await documents.get(version)!.answer(c.req.raw, headers)
      answered.headers.append('vary', 'sealwright-version')
      return answered
    })
  const collections = {
    'sealwright.postman_collection.json': once(() => JSON.stringify(postmanCollection(deps.catalogue, publicUrl))),
    'sealwright.bruno.json': once(() => JSON.stringify(brunoCollection(deps.catalogue, publicUrl))),
    'sealwright.openapi.json': document,
  }
  for (const [name, text] of Object.entries(collections)) {
    const download = keptText(text)
    app.get(`/downloads/${name}`, (c) =>
      download(c.req.raw, { 'content-type': 'application/json', 'content-disposition': `attachment; filename="${name}"` }),
    )
  }

  type Route = { operation: Operation; adapt?: Adapt | undefined }
  const routes = new Map<string, Route[]>()
  const add = (address: string, route: Route) => routes.set(address, [...(routes.get(address) ?? []), route])
  for (const operation of deps.catalogue) {
    for (const prefix of ['/api/v1', '/v1']) add(prefix + honoPath(operation.path), { operation })
    for (const { path, adapt } of operation.aliases ?? []) add(path, { operation, adapt })
  }
  // Fixed addresses before those with parameters, so that /v1/investors/verify is never read as an id.
  for (const [address, found] of [...routes].sort(([a], [b]) => Number(a.includes(':')) - Number(b.includes(':')))) {
    for (const { operation, adapt } of found) app.on(operation.method, address, (c) => answer(deps, operation, c, adapt))
    const methods = found.map((route) => route.operation.method.toUpperCase())
    const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
    app.all(address, (c) => {
      // Keys are secrets of servers: a preflight from a page gets no permission, only the plain answer to OPTIONS.
      if (c.req.method === 'OPTIONS') return c.body(null, 204, { allow })
      throw new AppError('method_not_allowed', `Use ${methods.join(' or ')} here.`, { extra: { headers: { allow } } })
    })
  }
}

/** Authenticates by key and runs the operation. */
async function answer(deps: AppDeps, operation: Operation, c: AppContext, adapt?: Adapt): Promise<Response> {
  return answerAs(deps, operation, c, (ip) => bearerActor(deps, c.req.raw, ip), adapt)
}

/** Runs one operation as whoever `identify` finds, with limits, version and request log around it. */
export async function answerAs(
  deps: AppDeps,
  operation: Operation,
  c: AppContext,
  identify: (ip: string | null) => Promise<Actor>,
  adapt?: Adapt,
): Promise<Response> {
  const base = baseCtx(deps, { requestId: c.get('requestId'), request: c.req.raw, env: c.env })
  let actor: Actor = base.actor
  let bodyText: string | undefined
  let raw: RawCall | undefined
  let reply: Reply
  let limitHeaders: Record<string, string> = {}
  let version = CURRENT_VERSION
  try {
    actor = await identify(base.ip)
    const environment = actor.type === 'api_key' ? actor.environment : 'sandbox'
    const organizationId = actor.type === 'api_key' || actor.type === 'user' ? actor.organizationId : 'none'
    if (actor.type === 'api_key') limitHeaders = await takeCall(deps, c, actor)
    version = readVersion(c.req.raw.headers, actor)
    // What is made by this call, such as a webhook endpoint, is in the version that the call is in.
    if (actor.type === 'api_key' && actor.version !== version) actor = { ...actor, version }
    const { scenario, delayMs } = readSandboxHeaders(c.req.raw.headers, environment)
    const world = deps.services.worldOf(environment, scenario)
    const ctx: Ctx = {
      ...base,
      actor,
      organizationId,
      environment,
      world,
      now: await world.clock.now(organizationId),
    }
    if (operation.sandboxOnly && environment !== 'sandbox')
      throw new AppError('sandbox_only', 'This operation works with sandbox keys only.')
    requirePermission(ctx, operation.permission)
    // What waits takes no time of anybody's.
    if (delayMs > 0 || operation.upload || c.req.query('wait') !== undefined) deps.processor.end(c.get('running'))
    if (delayMs > 0) await delay(delayMs)
    if (scenario !== null) await failIfHeaderSays(ctx, `${c.req.method} ${c.req.path}\n${c.req.header('idempotency-key') ?? ''}`)
    bodyText = operation.body ? await readBody(c.req.raw) : undefined
    raw = {
      params: c.req.param() as Record<string, string>,
      query: addressOf(c.req.url).query,
      headers: c.req.raw.headers,
      adapt,
      version,
      bodyText,
      // Until it is whole nothing is done with it, so that costs nobody's time.
      upload: operation.upload && openUpload(operation, c.req.raw, () => c.set('running', deps.processor.begin())),
    }
    const run = () => runOperation(operation, ctx, raw!)
    reply = await (operation.upload ? deps.uploads.run(`${organizationId} by key`, run) : run())
    if (environment === 'sandbox' && version === CURRENT_VERSION && reply.status === operation.status && reply.value)
      deps.sampler.take(operation, reply.value)
  } catch (error) {
    reply = problemReply(error, { requestId: c.get('requestId'), publicUrl: deps.services.config.publicUrl, log: deps.services.log })
  }
  const { status, body } = reply
  const headers: Record<string, string> = {
    ...(deps.options.https ? SECURE : PLAIN),
    ...limitHeaders,
    'sealwright-version': version,
    ...reply.headers,
    'x-request-id': c.get('requestId'),
    'cache-control': 'no-store',
  }
  if (headers['content-type']?.startsWith('text/html')) headers['content-security-policy'] = contentSecurityPolicy([], false)
  c.set('complete', true)
  if (actor.type === 'api_key' || actor.type === 'user') logRequest(deps, operation, c, actor, loggedBody(bodyText, raw?.sent), reply)
  return new Response(body, { status, headers })
}

const PLAIN = plainHeaders(false)
const SECURE = plainHeaders(true)

function readVersion(headers: Headers, actor: Actor): string {
  const asked = headers.get('sealwright-version')
  const wanted = asked ?? (actor.type === 'api_key' ? actor.version : CURRENT_VERSION)
  return wanted === CURRENT_VERSION ? wanted : knownVersion(wanted)
}

/** Names a scenario may have besides those of the catalogue: they shape one operation only. */
const OWN_SCENARIOS = ['list_empty', 'list_500', 'mint_fails']

function readSandboxHeaders(headers: Headers, environment: string): { scenario: string | null; delayMs: number } {
  const scenario = headers.get('sandbox-scenario')
  const asked = headers.get('sandbox-delay')
  if ((scenario !== null || asked !== null) && environment !== 'sandbox')
    throw new AppError('sandbox_only', 'Sandbox-Scenario and Sandbox-Delay work with sandbox keys only.')
  if (asked !== null && !(/^\d{1,5}$/.test(asked) && Number(asked) <= 30_000))
    throw new AppError('invalid_header', 'Sandbox-Delay must be 0 to 30000 milliseconds.')
  if (scenario !== null && !scenarioNamed(scenario) && !OWN_SCENARIOS.includes(scenario)) {
    const near = nearest(scenario, [...SCENARIOS.map((s) => s.name), ...OWN_SCENARIOS])
    const hint = near ? `Did you mean ${near}?` : 'They are listed at /v1/sandbox/scenarios.'
    throw new AppError('invalid_header', `There is no sandbox scenario of this name. ${hint}`)
  }
  return { scenario, delayMs: Number(asked ?? 0) }
}

function logRequest(
  deps: AppDeps,
  operation: Operation,
  c: AppContext,
  actor: Actor & { organizationId: string },
  sent: unknown,
  reply: Reply,
): void {
  const length = typeof reply.body === 'string' || reply.body instanceof Uint8Array ? reply.body.length : 0
  const body = (reply.value ?? null) as { code?: string; id?: string; decision?: { id?: string }; wallet_address?: string } | null
  deps.requestLog.add(
    {
      id: newLogId(c.get('requestId')),
      organization_id: actor.organizationId,
      environment: actor.type === 'api_key' ? actor.environment : 'sandbox',
      api_key_id: actor.type === 'api_key' ? actor.id : null,
      method: c.req.method,
      path: addressOf(c.req.url).path,
      operation: operation.id,
      status: reply.status,
      duration_ms: Math.round(performance.now() - c.get('startedAt')),
      error_code: reply.status >= 400 ? (body?.code ?? null) : null,
      decision_id: body?.decision?.id ?? null,
      wallet_address: body?.wallet_address ?? null,
      request_body: sent,
      response_text:
        length > LOGGED_MAX
          ? JSON.stringify({ truncated: true, bytes: length })
          : typeof reply.body === 'string'
            ? loggedAnswer(body, { text: reply.body, ...(reply.around && { around: reply.around }) })
            : body && JSON.stringify(redact(body)),
      ip: null,
      created_at: new Date(),
    },
    { given: c.req.header('x-request-id') === c.get('requestId') },
  )
}

/** The caller may repeat its own request id; the log row needs one that does not repeat. */
function newLogId(requestId: string): string {
  return requestId.startsWith('req_') ? requestId : `req_${crypto.randomUUID().replaceAll('-', '')}:${requestId}`.slice(0, 100)
}

/** A longer body or answer is told in the log by its length alone. */
const LOGGED_MAX = 20_000

/** What the log shows of a body: `sent` is what it said, where it was read to its end. */
function loggedBody(text: string | undefined, sent: unknown): unknown {
  if (text !== undefined && text.length > LOGGED_MAX) return { truncated: true, bytes: text.length }
  if (sent !== undefined) return redact(sent)
  // PostgreSQL keeps no U+0000, and would refuse the rows beside it too.
  if (text === undefined || text.includes('\\u0000')) return null
  try {
    return redact(JSON.parse(text))
  } catch {
    return null
  }
}
