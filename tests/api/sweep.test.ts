import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authenticateKey, keyCache } from '#core/access/api-keys/authenticate.ts'
import { tellNewAddresses } from '#core/access/api-keys/new-addresses.ts'
import { rotateApiKey } from '#core/access/api-keys/rotate.ts'
import { knownKeys } from '#core/kernel/parse-input.ts'
import { PERMISSIONS, SCOPES } from '#core/kernel/permissions.ts'
import { CURRENT_VERSION } from '#core/kernel/versions.ts'
import { tellExpiringKeys } from '#core/upkeep/deadlines/tell-expiring.ts'
import { auditLogs, events } from '#db/schema.ts'
import type { Operation } from '#server/operation.ts'
import { type Answer, startApi } from './harness.ts'

// Every rule here is asked of every operation in the registry, so that a new route is covered on its first day.

let api: Awaited<ReturnType<typeof startApi>>
let key: string
let production: string
beforeAll(async () => {
  api = await startApi()
  key = (await api.makeKey('sandbox')).key
  production = (await api.makeKey('production')).key
})
afterAll(() => api?.stop())

const addressOf = (o: Operation) =>
  `/v1${o.path.replace(/\{address\}/g, '0x5ea15ea15ea15ea15ea15ea15ea15ea100000002').replace(/\{\w+\}/g, 'x')}`
const bodyOf = (o: Operation) =>
  o.upload ? 'name\nAda Example\n' : o.body ? (o.examples.find((e) => e.request !== undefined)?.request ?? {}) : undefined

/** What no answer may carry: a trace, a file of ours, a statement of the database. */
const LEAKS = /node_modules|\bat .+\.ts:\d+|\.ts:\d+:\d+|\bselect .+ from\b|insert into|syntax error at|violates|constraint|drizzle|pg_/i

function expectProblem(o: Operation, answer: Answer, status: number, code?: string) {
  expect([o.id, answer.status, answer.body?.code], answer.text).toEqual([o.id, status, code ?? answer.body?.code])
  expect(answer.headers.get('content-type')).toContain('application/problem+json')
  expect(answer.body).toMatchObject({ status, type: expect.stringContaining(`/errors/${answer.body.code}`) })
  expect(answer.body.title).toBeTruthy()
  expect(answer.body.detail).toBeTruthy()
  expect(answer.body.success).toBeUndefined()
  expect(answer.body.request_id).toBe(answer.headers.get('x-request-id'))
  expect(answer.text).not.toMatch(LEAKS)
}

/** Calls every operation that `only` lets through and checks each answer. */
async function each(
  check: (o: Operation, send: (options?: SendOptions) => Promise<Answer>) => Promise<void>,
  only: (o: Operation) => boolean = () => true,
) {
  const operations = api.catalogue.filter(only)
  expect(operations.length).toBeGreaterThan(0)
  for (const o of operations)
    await check(o, ({ as = key, body = bodyOf(o), method = o.method.toUpperCase(), query = '', headers = {} } = {}) =>
      api.call(method, addressOf(o) + (query || queryOf(o)), method === 'GET' || method === 'HEAD' ? undefined : body, as, {
        ...(o.upload && { 'content-type': o.upload.types[0]! }),
        ...headers,
      }),
    )
}
/** What a file cannot be sent without. */
const queryOf = (o: Operation): string => (o.upload && o.examples[0]?.query ? `?${new URLSearchParams(o.examples[0].query)}` : '')

interface SendOptions {
  as?: string | null
  body?: unknown
  method?: string
  query?: string
  headers?: Record<string, string>
}
const withBody = (o: Operation) => o.body !== undefined

describe('the key', () => {
  test('is asked for, in words that say how to send it', () =>
    each(async (o, send) => {
      const answer = await send({ as: null })
      expectProblem(o, answer, 401, 'missing_api_key')
      expect(answer.headers.get('www-authenticate')).toBe('Bearer')
    }))

  test('must be one of ours, live and whole', async () => {
    const expired = await api.makeKey('sandbox')
    await api.changeKey(expired.id, { expires_at: new Date(Date.now() - 1_000) })
    const revoked = await api.makeKey('sandbox')
    await api.changeKey(revoked.id, { is_active: false })
    const replaced = await api.makeKey('sandbox')
    const rotated = await rotateApiKey({ ctx: api.ctx('sandbox'), input: { id: replaced.id, overlap_hours: 0 } })
    await each(async (o, send) => {
      expectProblem(o, await send({ as: 'not-a-key' }), 401, 'invalid_api_key')
      expectProblem(o, await send({ as: `sw_sandbox_${'0'.repeat(64)}` }), 401, 'invalid_api_key')
      expectProblem(o, await send({ as: null, headers: { authorization: `Basic ${key}` } }), 401, 'invalid_api_key')
      expectProblem(o, await send({ as: expired.key }), 401, 'expired_api_key')
      expectProblem(o, await send({ as: revoked.key }), 401, 'revoked_api_key')
      const old = await send({ as: replaced.key })
      expect(['revoked_api_key', 'expired_api_key']).toContain(old.body.code)
      expectProblem(o, old, 401)
    })
    const fresh = await api.call('GET', '/v1/keys/self', undefined, rotated.key)
    expect(fresh.status).toBe(200)
  })

  test('tells that it ends soon, and that it comes from a new place: once each', async () => {
    const { id, key: used } = await api.makeKey('sandbox')
    const told = async () =>
      (await api.services.connection.db.select().from(events).where(eq(events.resource_id, id)).orderBy(events.position)).map((event) => [
        event.type,
        event.object.ip ?? event.object.days_left,
      ])
    const come = async (...ips: string[]) => {
      for (const ip of ips) await authenticateKey(api.services, used, { ip, route: '/v1/keys/self' })
      await tellNewAddresses(api.services, keyCache)
    }
    await come('203.0.113.7')
    expect(await told()).toEqual([['api_key.created', undefined]])
    await come('203.0.113.7', '2001:db8:1:2::5', '2001:db8:1:2::6', '::ffff:203.0.113.7')
    await come('2001:db8:1:2::7')
    await api.changeKey(id, { expires_at: new Date(Date.now() + 10 * 86_400_000) })
    await tellExpiringKeys(api.services)
    await api.changeKey(id, { expires_at: new Date(Date.now() + 3_600_000) })
    await Promise.all([tellExpiringKeys(api.services), tellExpiringKeys(api.services)])
    await tellExpiringKeys(api.services)
    expect(await told()).toEqual([
      ['api_key.created', undefined],
      ['api_key.used_from_new_ip', '2001:db8:1:2::/64'],
      ['api_key.expiring', 14],
      ['api_key.expiring', 3],
    ])
    // Whoever comes second finds it told and writes nothing.
    const entries = await api.services.connection.db
      .select({ details: auditLogs.details })
      .from(auditLogs)
      .where(and(eq(auditLogs.action, 'api_key_expiring'), eq(auditLogs.subject_id, id)))
    expect(entries.map((entry) => entry.details.days).toSorted((a, b) => Number(a) - Number(b))).toEqual([3, 14])
  })

  test('needs the scope of the operation, and is told which', async () => {
    const byScope = new Map<string, string>()
    for (const scope of SCOPES)
      byScope.set(
        scope,
        (
          await api.makeKey(
            'sandbox',
            SCOPES.filter((s) => s !== scope),
          )
        ).key,
      )
    await each(async (o, send) => {
      const scope = PERMISSIONS[o.permission].scope!
      const answer = await send({ as: byScope.get(scope)! })
      expectProblem(o, answer, 403, 'insufficient_scope')
      expect(answer.body.detail).toContain(scope)
    })
  })

  test('is refused in the address, even beside a good header', () =>
    each(async (o, send) => {
      expectProblem(o, await send({ query: `?key=${key}` }), 400, 'key_in_query')
      const bare = await send({ as: null, query: '?api_key=1' })
      expectProblem(o, bare, 400, 'key_in_query')
      expect(bare.text).not.toContain(key)
    }))

  test('of production cannot play: sandbox headers and sandbox operations are refused', () =>
    each(async (o, send) => {
      expectProblem(o, await send({ as: production, headers: { 'sandbox-scenario': 'clean_basic' } }), 400, 'sandbox_only')
      expectProblem(o, await send({ as: production, headers: { 'sandbox-delay': '1' } }), 400, 'sandbox_only')
      if (o.sandboxOnly) expectProblem(o, await send({ as: production }), 400, 'sandbox_only')
    }))
})

describe('the body', () => {
  const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
  test.each([
    ['that breaks off', '{"a":', 'line 1, column 6'],
    ['broken on a later line', '{\n  "a": 1,\n  oops\n}', 'line 3, column 3'],
    ['with something after the end', '{} {}', 'line 1, column 4'],
    ['nested too deeply', deep(13), 'deeper than 12'],
    ['with a key twice', '{"a":1,"a":2}', 'appears twice'],
    ['with __proto__', '{"__proto__":{"admin":true}}', '__proto__'],
    ['with constructor', '{"constructor":{"prototype":{}}}', 'constructor'],
    ['with half a surrogate pair', '{"a":"\\ud800"}', 'Unicode'],
    ['with a number no one can hold', '{"a":1e999}', 'too large'],
  ])('%s is malformed, with the place', (_, body, detail) =>
    each(async (o, send) => {
      const answer = await send({ body })
      expectProblem(o, answer, 400, 'malformed_json')
      expect(answer.body.detail).toContain(detail)
      expect(answer.body.detail).toMatch(/line \d+, column \d+/)
    }, withBody),
  )

  test('that is no object is a field error, never a crash', () =>
    each(async (o, send) => {
      for (const body of ['[]', '"text"', '12', 'null', 'true', '[[{}]]']) expectProblem(o, await send({ body }), 422, 'validation_failed')
    }, withBody))

  test('of another media type, or too large, is refused', () =>
    each(async (o, send) => {
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonx'])
        expectProblem(o, await send({ headers: { 'content-type': type } }), 415, 'unsupported_media_type')
      expectProblem(o, await send({ body: `{"a":"${'x'.repeat(256 * 1024)}"}` }), 413, 'body_too_large')
    }, withBody))

  test('without a declared length is still cut off at the limit', async () => {
    let sent = 0
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 65_536
        controller.enqueue(new Uint8Array(65_536).fill(32))
      },
    })
    const response = await api.app.request('/v1/offerings', {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: endless,
      duplex: 'half',
    } as RequestInit)
    expect(response.status).toBe(413)
    expect(sent).toBeLessThan(2_000_000)
  })

  test('that is not UTF-8 is malformed', async () => {
    const response = await api.app.request('/v1/offerings', {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
    })
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([400, 'malformed_json'])
  })

  test('with a field nobody knows is refused, and a near miss is told the right name', () =>
    each(async (o, send) => {
      const fields = Object.keys(
        (api.document.paths[o.path][o.method].requestBody.content['application/json'].schema.properties as object) ?? {},
      )
      const known = fields.find((f) => f.length > 4)
      const typo = known ? `${known.slice(0, -1)}${known.endsWith('x') ? 'y' : 'x'}` : 'completely_unknown'
      const answer = await send({ body: { ...(bodyOf(o) as object), [typo]: 1 } })
      expectProblem(o, answer, 422)
      const found = answer.body.errors.find((e: { pointer: string }) => e.pointer === `/${typo}`)
      expect([o.id, found?.code]).toEqual([o.id, 'unknown_field'])
      if (known) expect([o.id, fields]).toEqual([o.id, expect.arrayContaining([found.suggestion])])
    }, withBody))
})

describe('the address', () => {
  test('with a parameter nobody knows is refused', () =>
    each(async (o, send) => {
      const answer = await send({ query: '?limitt=5' })
      expectProblem(o, answer, 422)
      const found = answer.body.errors.find((e: { pointer: string }) => e.pointer === '/limitt')
      expect([o.id, found?.code]).toEqual([o.id, 'unknown_field'])
      if (knownKeys(o.query).includes('limit')) expect(found.suggestion).toBe('limit')
    }))

  test('answers other methods with 405 and those it knows', async () => {
    const byPath = Map.groupBy(api.catalogue, (o) => addressOf(o))
    for (const [path, operations] of byPath) {
      const known = operations.map((o) => o.method.toUpperCase())
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((m) => !known.includes(m))) {
        const answer = await api.call(method, path, method === 'GET' ? undefined : {}, key)
        expectProblem(operations[0]!, answer, 405, 'method_not_allowed')
        for (const m of known) expect(answer.headers.get('allow')).toContain(m)
      }
      const options = await api.call('OPTIONS', path, undefined, null, {
        origin: 'https://evil.example',
        'access-control-request-method': 'POST',
      })
      expect([path, options.status]).toEqual([path, 204])
      for (const m of known) expect(options.headers.get('allow')).toContain(m)
      expect(options.headers.get('access-control-allow-origin')).toBeNull()
    }
    for (const [path, allow] of [
      ['/api/errors', 'POST, OPTIONS'],
      ['/api/api-keys', 'GET, POST, HEAD, OPTIONS'],
      ['/v1/openapi.json', 'GET, HEAD, OPTIONS'],
      ['/log/checkpoint', 'GET, HEAD, OPTIONS'],
    ] as const) {
      const answer = await api.call('DELETE', path, undefined, key)
      expect([path, answer.status, answer.headers.get('allow')]).toEqual([path, 405, allow])
    }
    expect((await api.call('GET', '/v1/offerings?__proto__=1', undefined, key)).body.errors[0].code).toBe('unknown_field')
  })

  test('answers HEAD like GET, without a body', () =>
    each(
      async (o, send) => {
        const [get, head] = [await send(), await send({ method: 'HEAD' })]
        expect([o.id, head.status, head.text]).toEqual([o.id, get.status, ''])
        expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'))
      },
      (o) => o.method === 'get' && o.id !== 'events.stream',
    ))

  test('that leads nowhere says so in the same form', async () => {
    for (const path of ['/v1/nothing', '/api/v1/nothing/here', '/api/nothing', '/v1/offerings/a/b/c']) {
      const answer = await api.call('GET', path, undefined, key)
      expect([answer.status, answer.body.code]).toEqual([404, 'route_not_found'])
      expect(answer.headers.get('content-type')).toContain('application/problem+json')
    }
  })

  test.each([
    '%00',
    '%ff%fe',
    '..%2f..%2fetc%2fpasswd',
    "';drop table users;--",
    'x'.repeat(5_000),
    '%F0%9F%A6%AD',
    '__proto__',
    'constructor',
  ])('with an id like %s is not found, never a crash', (id) =>
    each(
      async (o) => {
        const path = `/v1${o.path.replace(/\{\w+\}/g, id)}`
        const type = o.upload && { 'content-type': o.upload.types[0]! }
        const answer = await api.call(o.method.toUpperCase(), path, bodyOf(o), key, type)
        expect([o.id, answer.status, [400, 404, 422].includes(answer.status)], answer.text).toEqual([o.id, answer.status, true])
        expectProblem(o, answer, answer.status)
      },
      (o) => o.path.includes('{'),
    ),
  )
})

describe('the headers', () => {
  test('of every answer name the request, the version and the limit, and let no other site read it', () =>
    each(
      async (o, send) => {
        const answer = await send({ headers: { 'x-request-id': 'my-own_id-1', origin: 'https://evil.example' } })
        expect([o.id, answer.status < 500]).toEqual([o.id, true])
        expect(answer.headers.get('x-request-id')).toBe('my-own_id-1')
        expect(answer.headers.get('sealwright-version')).toBe(CURRENT_VERSION)
        expect(answer.headers.get('ratelimit-policy')).toBe('"sandbox";q=50;w=2')
        expect(answer.headers.get('ratelimit')).toMatch(/^"sandbox";r=\d+;t=\d+$/)
        expect(answer.headers.get('cache-control')).toBe('no-store')
        expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
        for (const name of answer.headers.keys()) expect(name).not.toMatch(/^access-control-|^x-powered-by$|^server$/)
      },
      (o) => o.id !== 'events.stream',
    ))

  test('that cannot be meant are refused', () =>
    each(async (o, send) => {
      expectProblem(o, await send({ headers: { 'sealwright-version': '1999-01-01' } }), 400, 'invalid_header')
      expectProblem(o, await send({ headers: { 'sandbox-delay': 'soon' } }), 400, 'invalid_header')
      expectProblem(o, await send({ headers: { 'sandbox-delay': '30001' } }), 400, 'invalid_header')
      expectProblem(o, await send({ headers: { 'sandbox-scenario': 'no_such_scenario' } }), 400, 'invalid_header')
      if (o.method === 'post' && o.idempotent !== false)
        for (const bad of ['a b', 'x'.repeat(256)])
          expectProblem(o, await send({ headers: { 'idempotency-key': bad } }), 400, 'invalid_header')
    }))

  test('never echo an id that could break a log line', async () => {
    const answer = await api.call('GET', '/v1/offerings', undefined, key, { 'x-request-id': 'a b"c' })
    expect(answer.headers.get('x-request-id')).toMatch(/^req_/)
  })
})

test('the public document and what it needs may be read from any site, and nothing else', async () => {
  for (const path of [
    '/api/v1/openapi.json',
    '/.well-known/webhook-keys.json',
    '/.well-known/did.json',
    '/log/checkpoint',
    '/errors/not_found',
    '/rules',
  ]) {
    const answer = await api.call('GET', path, undefined, null, { accept: 'application/json', origin: 'https://other.example' })
    expect([path, answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([path, 200, '*'])
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
  }
})
