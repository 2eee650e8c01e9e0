import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, ne } from 'drizzle-orm'
import { createAuth } from '#core/access/accounts/auth-library.ts'
import { createAccount } from '#core/access/accounts/create-account.ts'
import { keyCache } from '#core/access/api-keys/authenticate.ts'
import { createApiKey } from '#core/access/api-keys/create.ts'
import { RequestLogWriter } from '#core/kernel/request-log.ts'
import { systemCtx } from '#core/kernel/system.ts'
import { presentEvent } from '#core/record/event-log/present.ts'
import { eventSchema } from '#core/record/events/event-schemas.ts'
import type { EventType } from '#core/record/events/event-types.ts'
import { databaseLimits } from '#core/record/rate-limits/store.ts'
import { apiKeys, events, users } from '#db/schema.ts'
import { createTestDatabase } from '#db/test-database.ts'
import { KEPT_OTHERWISE } from '#server/api/run-operation.ts'
import { ResponseSampler } from '#server/api/sample-responses.ts'
import { createApp } from '#server/app.ts'
import { loadCatalogue } from '#server/catalogue.ts'
import { composeServices } from '#server/compose.ts'
import { readEnv } from '#server/env.ts'
import { Health } from '#server/health.ts'
import { createLog } from '#server/log.ts'
import { ProcessorTime } from '#server/middleware/processor-time.ts'
import { RateLimiter } from '#server/middleware/rate-limit.ts'
import { openApiDocument } from '#server/openapi.ts'
import type { Operation } from '#server/operation.ts'
import { shownIfAsked } from '../evidence.ts'
import { decisionsIn, secondOutcomes } from './one-decision.ts'

/** One event of each type, for `tools/event-examples.ts`: the first that anybody caused. */
async function keepExamples({ db }: Awaited<ReturnType<typeof createTestDatabase>>, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  for (const row of await db
    .selectDistinctOn([events.type])
    .from(events)
    .where(ne(events.resource_type, 'trigger'))
    .orderBy(events.type, events.id)) {
    const file = join(folder, `${row.type}.json`)
    if (!existsSync(file)) writeFileSync(file, JSON.stringify(presentEvent(row)))
  }
}

/** One answer of each operation, for `tools/record-answers.ts`: the first that succeeded. */
function keepAnswer(catalogue: Operation[], folder: string, method: string, path: string, answer: unknown): void {
  const asked = path.replace(/^\/(api\/)?v1/, '').split('?')[0]!
  const fits = (template: string) => new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`).test(asked)
  const same = catalogue.filter((one) => one.method === method.toLowerCase())
  const found = same.find((one) => one.path === asked) ?? same.find((one) => fits(one.path))
  const file = found && join(folder, 'answers', `${found.id}.json`)
  if (!file || existsSync(file)) return
  mkdirSync(join(folder, 'answers'), { recursive: true })
  writeFileSync(file, JSON.stringify(answer))
}

export interface Answer {
  status: number
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: an answer of any shape, asserted on by each test.
  body: any
}

/**
 * For a server in the thread of its clients: while that thread is held up, a connection that ends when it is idle would end just as they ask
 * over it again.
 */
export const LASTING = { keepAliveTimeout: 0 }

/**
 * The whole HTTP side on a database of its own, with the sample list, and one key for each environment. With `passports` whoever is asked in
 * production who they are has shown it.
 */
export async function startApi(settings: Record<string, string> = {}, { passports = false } = {}) {
  const database = await createTestDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'sealwright-api-'))
  const env = readEnv({
    NODE_ENV: 'test',
    SANCTIONS_SOURCE: 'sample',
    RATE_LIMIT: '0',
    RESPONSE_SAMPLE: '0',
    APP_SECRET: 'a-secret-of-the-tests-of-40-characters-xx',
    DATA_DIR: dataDir,
    ...settings,
  })
  const log = createLog((settings.LOG_LEVEL as 'error' | undefined) ?? 'silent', false)
  const { error: tell } = log
  const keptOtherwise: unknown[] = []
  log.error = (fields: Record<string, unknown>, message: string) => {
    if (message === KEPT_OTHERWISE) keptOtherwise.push(fields.operation)
    tell.call(log, fields, message)
  }
  const services = await composeServices({ env, connection: database, log })
  const auth = createAuth(services, { secret: services.keyring.derive('sessions'), rateLimit: false })
  const catalogue = await loadCatalogue()
  const requestLog = new RequestLogWriter(services)
  const health = new Health()
  const limits = env.rateLimit ? databaseLimits(database) : null
  const app = createApp({
    services,
    auth,
    catalogue,
    pages: null,
    limiter: new RateLimiter(limits),
    processor: new ProcessorTime(limits, env.limits),
    requestLog,
    health,
    sampler: new ResponseSampler({ rate: env.responseSample, health, log }),
    options: { development: false, trustProxy: 0, metricsToken: null, localMailbox: false, https: false },
  })
  const owner = await createAccount(services, auth, {
    email: 'owner@tests.example',
    password: 'Owner-Of-Tests-1',
    role: 'issuer',
    verified: true,
  })
  const [user] = await database.db.select().from(users).where(eq(users.id, owner))
  const ctx = (environment: 'sandbox' | 'production') =>
    systemCtx(services, { id: owner, organizationId: user!.organization_id, environment })
  const makeKey = async (environment: 'sandbox' | 'production', scopes = ['*']) =>
    createApiKey({ ctx: ctx(environment), input: { name: 'Test key', environment, scopes, allowed_ips: [] } })
  /** A key of another organisation. */
  const makeStranger = async (environment: 'sandbox' | 'production' = 'sandbox') => {
    const id = await createAccount(services, auth, {
      email: `stranger-${environment}@tests.example`,
      password: 'Stranger-1-Tests',
      role: 'issuer',
      verified: true,
    })
    const [other] = await database.db.select().from(users).where(eq(users.id, id))
    const theirs = systemCtx(services, { id, organizationId: other!.organization_id, environment })
    return (await createApiKey({ ctx: theirs, input: { name: 'Theirs', environment, scopes: ['*'], allowed_ips: [] } })).key
  }
  const changeKey = async (id: string, change: Partial<typeof apiKeys.$inferInsert>) => {
    await database.db.update(apiKeys).set(change).where(eq(apiKeys.id, id))
    keyCache.clear()
  }
  const told: Parameters<typeof decisionsIn>[2] = []
  const callOnce = async (
    method: string,
    path: string,
    body?: unknown,
    key?: string | null,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const response = await app.request(path, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key ? { authorization: `Bearer ${key}` } : {}),
        ...headers,
      },
      body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
    })
    const text = await response.text()
    const json = text && /json/.test(response.headers.get('content-type') ?? '')
    const answer = json ? JSON.parse(text) : null
    decisionsIn(answer, `${method} ${path}`, told)
    if (process.env.EVENT_EXAMPLES && answer && response.ok) keepAnswer(catalogue, process.env.EVENT_EXAMPLES, method, path, answer)
    return { status: response.status, headers: response.headers, text, body: answer }
  }
  const call: typeof callOnce = async (method, path, body, key, headers) => {
    const answer = await callOnce(method, path, body, key, headers)
    return passports ? shownIfAsked(services, { method, path, body }, answer, (said) => callOnce(method, path, said, key, headers)) : answer
  }
  // biome-ignore lint/suspicious/noExplicitAny: a JSON document, walked by the tests.
  let document: any
  /** Every event caused so far against the schema published for its type; a triggered one says whatever its test wants. */
  const wrongEvents = async () => {
    const rows = await database.db.select().from(events).where(ne(events.resource_type, 'trigger'))
    return rows.flatMap((row) => {
      const { error } = eventSchema(row.type as EventType).safeParse(presentEvent(row))
      return error ? [{ type: row.type, object: row.object, issues: error.issues }] : []
    })
  }
  /** `altered`: the tests tampered with what is stored. */
  const stop = async ({ altered = false } = {}) => {
    const wrong = await wrongEvents()
    // H1: one decision id, one outcome, in every answer of every operation that the tests of the API ask.
    const otherwise = altered ? [] : await secondOutcomes(services, owner, told)
    if (process.env.EVENT_EXAMPLES) await keepExamples(database, process.env.EVENT_EXAMPLES)
    await database.drop()
    rmSync(dataDir, { recursive: true, force: true })
    if (otherwise.length) throw new Error(`decisions told otherwise than sealed: ${JSON.stringify(otherwise)}`)
    if (keptOtherwise.length) throw new Error(`${KEPT_OTHERWISE}: ${keptOtherwise.join(', ')}`)
    if (wrong.length) throw new Error(`events unlike their schema: ${JSON.stringify(wrong)}`)
  }
  return {
    app,
    databaseUrl: database.url,
    ownerUrl: database.ownerUrl,
    /** The tables' owner, who may what the product may not. */
    owner: database.owner,
    env,
    services,
    health,
    requestLog,
    catalogue,
    /** The description of the API, each schema in its place. */
    get document() {
      document ??= openApiDocument(catalogue, services.config.publicUrl)
      return document
    },
    ctx,
    makeKey,
    makeStranger,
    changeKey,
    call,
    /** What a verb answers that a test calls by itself, kept like what is asked over HTTP. */
    keep(method: string, path: string, answer: unknown): void {
      if (process.env.EVENT_EXAMPLES) keepAnswer(catalogue, process.env.EVENT_EXAMPLES, method, path, answer)
    },
    wrongEvents,
    told,
    stop,
  }
}
