import { createPublicKey, verify } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq, isNull, sql } from 'drizzle-orm'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eventSchema } from '#core/record/events/event-schemas.ts'
import { dispatchEvents } from '#core/record/webhooks/dispatch.ts'
import { deliverDue } from '#core/upkeep/webhooks/deliver.ts'
import { events, webhookEndpoints } from '#db/schema.ts'
import { allMails } from '../stored.ts'
import { startApi } from './harness.ts'

// A receiver that knows the product only by its public keys and the public library, and a clock that makes waiting unneeded.

interface Got {
  headers: IncomingHttpHeaders
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: an envelope, asserted on by each test.
  body: any
}
type Reply = { status?: number; headers?: Record<string, string | undefined> }

let api: Awaited<ReturnType<typeof startApi>>
let key: string
let receiver: Server
let url: string
let got: Got[]
let reply: (got: Got) => Reply

beforeAll(async () => {
  api = await startApi({ WEBHOOK_ALLOW_PRIVATE: '1' })
  key = (await api.makeKey('sandbox')).key
  receiver = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
    request.on('end', () => {
      const one = { headers: request.headers, text, body: JSON.parse(text) }
      got.push(one)
      const { status = 200, headers = {} } = reply(one)
      response.writeHead(status, JSON.parse(JSON.stringify(headers))).end('thank you')
    })
  })
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
})
afterAll(async () => {
  receiver?.close()
  await api?.stop()
})

const post = async (path: string, body: unknown = {}) => {
  const answer = await api.call('POST', `/v1${path}`, body, key)
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}
const endpoint = (options: object = {}) => post('/webhook-endpoints', { url, ...options })
const trigger = (type: string, object: object = {}) => post('/sandbox/events/trigger', { type, object })
const advance = (by: string) => post('/sandbox/clock', { advance: by })
const deliver = async () => {
  while (await dispatchEvents(api.services));
  while (await deliverDue(api.services));
}
const attempts = async (id: string, query = '') =>
  (await api.call('GET', `/v1/webhook-endpoints/${id}/attempts?limit=100${query}`, undefined, key)).body.data

beforeEach(async () => {
  reply = () => ({})
  await deliver()
  await api.services.connection.db.delete(webhookEndpoints)
  got = []
})

test('the callback_url of a verification is told of that investor alone, as an endpoint like any other', async () => {
  const person = { full_name: 'Rhea Reject', date_of_birth: '1980-02-29', country: 'US', email: 'rhea@callback.example', callback_url: url }
  const { investor_id } = await post('/investors/verify', person)
  await post('/investors/verify', { ...person, full_name: 'Ada Other', email: 'ada@callback.example', callback_url: undefined })
  await post('/investors/verify', { investor_id, callback_url: url, force: true })
  await deliver()
  // Arrival is in any order; the sequence tells it.
  const inOrder = got.toSorted((a, b) => a.body.sequence - b.body.sequence)
  expect(inOrder.map((g) => [g.body.type, g.body.data.object.investor_id])).toEqual(
    ['pending', 'rejected', 'pending', 'rejected'].map((state) => [`investor.verification.${state}`, investor_id]),
  )
  expect(got[0]!.headers['webhook-signature']).toMatch(/ v1a,/)
  const { data } = (await api.call('GET', '/v1/webhook-endpoints', undefined, key)).body
  expect(data).toMatchObject([{ url, event_types: ['investor.verification.*'], filters: { resource_id: investor_id } }])
  const refused = await api.call('POST', `/v1/investors/${investor_id}/verify`, { callback_url: `${url}#part` }, key)
  expect(refused.body.errors).toMatchObject([{ pointer: '/callback_url', code: 'invalid_format' }])
})

test('O1 a database that breaks off while a message is made uses up no try of the receiver', async () => {
  const hook = await endpoint({ event_types: ['investor.created'], payload: 'full' })
  await post('/investors', { full_name: 'Ada Cutoff', email: 'cutoff@people.example', date_of_birth: '1980-02-29', country: 'US' })
  while (await dispatchEvents(api.services));
  await api.owner.db.transaction(async (tx) => {
    // The message waits for the object it tells of, and its connection is cut meanwhile.
    await tx.execute(sql`lock table investors in access exclusive mode`)
    const trying = deliverDue(api.services)
    await expect
      .poll(async () => {
        const cut = await tx.execute(
          sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        return cut.rowCount
      })
      .toBe(1)
    await trying
  })
  expect(await attempts(hook.id)).toEqual([])
  await advance('PT2M')
  await deliver()
  expect(got).toHaveLength(1)
  expect(await attempts(hook.id)).toMatchObject([{ attempt: 1 }])
})

test('a delivery is signed for the public library and with the published key, in the envelope of the contract', async () => {
  const hook = await endpoint({ event_types: ['credential.expiring'] })
  await trigger('credential.expiring', { days_left: 7 })
  await trigger('wallet.verified')
  await deliver()
  expect(got.map((g) => g.body.type)).toEqual(['credential.expiring'])
  const [one] = got as [Got]
  expect(new Webhook(hook.secret).verify(one.text, one.headers as Record<string, string>)).toEqual(one.body)
  expect(() => new Webhook(hook.secret).verify(`${one.text} `, one.headers as Record<string, string>)).toThrow()
  expect(Object.keys(one.body)).toEqual([
    'id',
    'type',
    'timestamp',
    'api_version',
    'environment',
    'sequence',
    'resource',
    'request',
    'actor',
    'data',
  ])
  expect(one.headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': 'Sealwright-Webhooks/1',
    'webhook-id': one.body.id,
    'sealwright-attempt': '1',
    'sealwright-environment': 'sandbox',
  })
  const { keys } = (await api.call('GET', '/.well-known/webhook-keys.json')).body
  const signed = Buffer.from(`${one.headers['webhook-id']}.${one.headers['webhook-timestamp']}.${one.text}`)
  const v1a = /v1a,(\S+)/.exec(one.headers['webhook-signature'] as string)![1]!
  const published = keys.filter((k: { environment?: string }) => (k.environment ?? 'sandbox') === 'sandbox')
  expect(
    published.some((jwk: object) =>
      verify(null, signed, createPublicKey({ key: jwk as never, format: 'jwk' }), Buffer.from(v1a, 'base64')),
    ),
  ).toBe(true)
})

test('tries again on the published schedule, which the sandbox clock drives, and then tells that it gave up', async () => {
  reply = (g) => (g.body.type === 'ping' ? { status: 500 } : {})
  const hook = await endpoint({ event_types: ['ping', 'message.exhausted'] })
  const other = await endpoint({ event_types: ['message.exhausted'] })
  await trigger('ping')
  await deliver()
  const counts = [got.length]
  for (const wait of ['4s', '2s', '4m', '2m', '40m', '3h', '6h', '12h', '16h', '23h', '28h']) {
    await advance(wait)
    await deliver()
    counts.push(got.filter((g) => g.body.type === 'ping').length)
  }
  await deliver()
  expect(counts).toEqual([1, 1, 2, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  expect(new Set(got.filter((g) => g.body.type === 'ping').map((g) => g.headers['webhook-id'])).size).toBe(1)
  expect(got.filter((g) => g.body.type === 'message.exhausted').map((g) => g.body.data.object.endpoint.id)).toEqual([hook.id])
  const log = await attempts(hook.id, '&failed=true')
  expect(log.length).toBe(10)
  expect(log[0]).toMatchObject({
    attempt: 10,
    status: 500,
    response: { body: 'thank you' },
    request: { body: expect.stringContaining('"ping"') },
  })
  expect(await attempts(other.id, '&failed=true')).toEqual([])
  expect((await attempts(other.id, '&failed=false')).length).toBe(1)
})

test('an endpoint that fails for five days is switched off, with a mail', async () => {
  reply = () => ({ status: 503 })
  const hook = await endpoint({ event_types: ['ping'] })
  const state = async () => (await api.call('GET', `/v1/webhook-endpoints/${hook.id}`, undefined, key)).body
  const told = async (words: RegExp) =>
    (await allMails(api.services)).filter((m) => m.to === 'owner@tests.example' && words.test(m.subject)).length
  expect(await state()).toMatchObject({ verified_at: null, failing_since: null })
  const before = [await told(/is failing/), await told(/was disabled/)] as const
  await trigger('ping', { n: 1 })
  await deliver()
  expect(await state()).toMatchObject({ status: 'enabled', failing_since: expect.any(String) })
  expect(await told(/is failing/)).toBe(before[0])
  for (const wait of ['6m', '61m', '3h']) {
    await advance(wait)
    await deliver()
  }
  // One notice, after an hour.
  expect(await told(/is failing/)).toBe(before[0] + 1)
  await advance('6d')
  await deliver()
  expect(await state()).toMatchObject({ status: 'disabled', disabled_reason: expect.stringContaining('five days') })
  expect(await told(/was disabled/)).toBe(before[1] + 1)

  // What happens meanwhile is kept. It comes back only when it answers a ping, and is then sent what it missed, from where it says.
  await trigger('ping', { n: 2 })
  await deliver()
  await trigger('ping', { n: 3 })
  await deliver()
  const from_event = (await api.call('GET', '/v1/events?type=ping&limit=1', undefined, key)).body.data[0].id
  got = []
  for (const [path, method, body] of [
    ['', 'PATCH', { status: 'enabled' }],
    ['/recover', 'POST', { from_event }],
  ] as const)
    expect(await api.call(method, `/v1/webhook-endpoints/${hook.id}${path}`, body, key)).toMatchObject({
      status: 409,
      body: { code: 'conflict', detail: expect.stringContaining('503') },
    })
  reply = () => ({})
  expect(await post(`/webhook-endpoints/${hook.id}/recover`, { from_event, dry_run: true })).toMatchObject({ count: 1 })
  got = []
  await post(`/webhook-endpoints/${hook.id}/recover`, { from_event })
  expect(await state()).toMatchObject({ status: 'enabled', disabled_reason: null, verified_at: expect.any(String), failing_since: null })
  await deliver()
  expect(got.map((g) => g.body.data.object.n)).toEqual([undefined, 3])
  expect(new Webhook(hook.secret).verify(got[0]!.text, got[0]!.headers as Record<string, string>)).toMatchObject({
    type: 'ping',
    test: true,
  })
  await post(`/webhook-endpoints/${hook.id}/recover`, { since: '2026-01-01T00:00:00Z' })
  await deliver()
  expect(
    got
      .slice(2)
      .map((g) => g.body.data.object.n)
      .sort(),
  ).toEqual([1, 2])
})

describe('what the receiver asks is done', () => {
  test('Retry-After is waited for', async () => {
    reply = () => ({ status: 429, headers: { 'retry-after': '3600' } })
    await endpoint({ event_types: ['ping'] })
    await trigger('ping')
    await deliver()
    await advance('50m')
    await deliver()
    expect(got.length).toBe(1)
    await advance('11m')
    await deliver()
    expect(got.length).toBe(2)
  })

  test('410 switches the endpoint off; abort-message ends one message; a redirect is not followed', async () => {
    reply = (g) =>
      g.body.data.object.say === 'gone'
        ? { status: 410 }
        : g.body.data.object.say === 'abort'
          ? { status: 500, headers: { 'webhook-delivery': 'abort-message' } }
          : { status: 302, headers: { location: `${url}/elsewhere` } }
    const hook = await endpoint({ event_types: ['ping'] })
    await trigger('ping', { say: 'abort' })
    await trigger('ping', { say: 'redirect' })
    await deliver()
    expect(got.length).toBe(2)
    await advance('10s')
    await deliver()
    expect(got.map((g) => g.body.data.object.say).sort()).toEqual(['abort', 'redirect', 'redirect'])
    for (let at = 0; at < 3; at++) await trigger('ping', { say: 'gone' })
    await deliver()
    const { body } = await api.call('GET', `/v1/webhook-endpoints/${hook.id}`, undefined, key)
    expect(body).toMatchObject({ status: 'disabled', disabled_reason: expect.stringContaining('410') })
    const told = (await api.call('GET', '/v1/events?type=webhook_endpoint.disabled', undefined, key)).body.data
    expect(told.filter((event: { resource: { id: string } }) => event.resource.id === hook.id)).toHaveLength(1)
  })
})

test('after a rotation both secrets verify until the overlap ends', async () => {
  const hook = await endpoint({ event_types: ['ping'] })
  const { secret } = await post(`/webhook-endpoints/${hook.id}/rotate-secret`, { overlap_hours: 24 })
  expect(secret).not.toBe(hook.secret)
  await trigger('ping')
  await deliver()
  const [one] = got as [Got]
  const good = (each: string, { text, headers }: Got) => new Webhook(each).verify(text, headers as Record<string, string>)
  for (const each of [secret, hook.secret]) expect(good(each, one)).toBeTruthy()
  await advance('25h')
  await trigger('ping')
  await deliver()
  expect(good(secret, got[1]!)).toBeTruthy()
  expect(() => good(hook.secret, got[1]!)).toThrow()
  await post(`/webhook-endpoints/${hook.id}/rotate-secret`, { overlap_hours: 0 })
  await trigger('ping')
  await deliver()
  for (const each of [secret, hook.secret]) expect(() => good(each, got[2]!)).toThrow()
})

test('strict order holds later events of one object back, and sequence rises by one', async () => {
  let down = true
  reply = () => (down ? { status: 500 } : {})
  await endpoint({ event_types: ['offering.*'], strict_order: true })
  const offering = { name: 'Ordered', regulation: 'reg_d_506c', total_supply: 1000, price_per_token: '1', maximum_raise: '1000' }
  const created = await post('/offerings', offering)
  const { id } = created
  const again = () =>
    api.services.connection.db.transaction(async (tx) => {
      const { recordEvents } = await import('#core/record/events/events.ts')
      await recordEvents(tx, { ...api.ctx('sandbox'), now: Date.now() }, [
        { type: 'offering.updated', resource: { type: 'offering', id }, object: created },
      ])
    })
  await again()
  await deliver()
  expect(got.map((g) => g.body.type)).toEqual(['offering.created'])
  down = false
  await advance('10s')
  await deliver()
  const ofIt = got.filter((g) => g.body.resource.id === id).map((g) => [g.body.type, g.body.sequence])
  const first = ofIt[0]![1] as number
  expect(ofIt.slice(1)).toEqual(ofIt.slice(1).map(([type], i) => [type, first + i]))
  expect(ofIt.at(-1)![0]).toBe('offering.updated')
})

test('strict order holds when two processes hand events on at once', async () => {
  const { db } = api.services.connection
  await endpoint({ event_types: ['offering.*'], strict_order: true })
  const offering = { name: 'Two at once', regulation: 'reg_d_506c', total_supply: 1000, price_per_token: '1', maximum_raise: '1000' }
  const { id } = await post('/offerings', offering)
  expect((await api.call('PATCH', `/v1/offerings/${id}`, { description: 'Newer words' }, key)).status).toBe(200)
  const done: boolean[] = []
  let handing: Promise<unknown> | undefined
  await db.transaction(async (tx) => {
    // Another process has taken the first event and is not done.
    await tx.select().from(events).where(isNull(events.dispatched_at)).orderBy(events.position).limit(1).for('update')
    handing = dispatchEvents(api.services).then((more) => done.push(more))
    const waiting = sql`select 1 from pg_locks where not granted and locktype in ('transactionid', 'tuple')`
    await expect.poll(async () => done.length + (await db.execute(waiting)).rows.length).toBeGreaterThan(0)
  })
  await handing
  while (await deliverDue(api.services));
  await deliver()
  const sequences = got.filter((one) => one.body.resource.id === id).map((one) => one.body.sequence)
  expect(sequences.length).toBeGreaterThan(1)
  expect(sequences).toEqual(sequences.toSorted((a, b) => a - b))
})

test('subscriptions filter by type, prefix, object and market; unknown types are refused', async () => {
  await endpoint({ event_types: ['nft.*'], filters: { market: 'nfts' } })
  await endpoint({ event_types: ['*'], filters: { market: 'gaming' } })
  for (const type of ['nft.creator.verified', 'gaming.age.verified', 'wallet.verified']) await trigger(type)
  await deliver()
  expect(got.map((g) => g.body.type).sort()).toEqual(['gaming.age.verified', 'nft.creator.verified'])
  got = []
  const { id } = await post('/offerings', {
    name: 'One',
    regulation: 'reg_d_506c',
    total_supply: 10,
    price_per_token: '1',
    maximum_raise: '10',
  })
  await endpoint({ event_types: ['offering.*'], filters: { resource_id: id } })
  await trigger('offering.created')
  const wrong = await api.call('POST', '/v1/webhook-endpoints', { url, event_types: ['offering.exploded'] }, key)
  expect([wrong.status, wrong.body.errors[0].pointer]).toEqual([422, '/event_types/0'])
})

test('personal data is sent only where it was asked for, and a large object by its address', async () => {
  const summary = await endpoint({ event_types: ['investor.created'] })
  const full = await endpoint({ event_types: ['investor.created'], payload: 'full' })
  await post('/investors', { full_name: 'Grace Example', email: 'grace@people.example', date_of_birth: '1980-02-29', country: 'US' })
  await deliver()
  const bodyOf = (hook: { secret: string }) =>
    got.find((g) => {
      try {
        return new Webhook(hook.secret).verify(g.text, g.headers as Record<string, string>)
      } catch {
        return false
      }
    })!.text
  expect(bodyOf(summary)).not.toMatch(/Grace|grace@|1980/)
  expect(bodyOf(full)).toContain('grace@people.example')
  expect(bodyOf(full)).not.toContain('1980-02-29')
  got = []
  await endpoint({ event_types: ['ping'] })
  await trigger('ping', { text: 'x'.repeat(21_000) })
  await deliver()
  expect(got[0]!.text.length).toBeLessThan(2_000)
  const address = new URL(got[0]!.body.data.object_url)
  expect((await api.call('GET', address.pathname, undefined, key)).body.data.object.text.length).toBe(21_000)
})

test('one event, a period, or only what failed is sent again; a test goes out at once', async () => {
  let down = true
  reply = () => (down ? { status: 400, headers: { 'webhook-delivery': 'abort-message' } } : {})
  const hook = await endpoint({ event_types: ['ping'] })
  const since = new Date(Date.now() - 60_000).toISOString()
  await trigger('ping', { n: 1 })
  await deliver()
  down = false
  await trigger('ping', { n: 2 })
  await deliver()
  got = []
  expect(await post(`/webhook-endpoints/${hook.id}/recover`, { since, dry_run: true })).toMatchObject({ count: 1, queued: 0 })
  await post(`/webhook-endpoints/${hook.id}/recover`, { since })
  await deliver()
  expect(got.map((g) => g.body.data.object.n)).toEqual([1])
  await post(`/webhook-endpoints/${hook.id}/recover`, { since, only_failed: false })
  await deliver()
  expect(got.length).toBe(3)
  await post(`/events/${got[0]!.body.id}/resend`, { endpoint_id: hook.id })
  await deliver()
  expect(got.at(-1)!.body.id).toBe(got[0]!.body.id)
  // From one event on, not those that were handed on in the same moment before it.
  for (const n of [3, 4, 5]) await trigger('ping', { n })
  await deliver()
  const from_event = got.find((g) => g.body.data.object.n === 4)!.body.id
  got = []
  await post(`/webhook-endpoints/${hook.id}/recover`, { from_event, only_failed: false })
  await deliver()
  expect(got.map((g) => g.body.data.object.n).sort()).toEqual([4, 5])
  // What is disabled is sent nothing, and nobody is told otherwise.
  const { id: off } = await endpoint({ event_types: ['ping'] })
  expect((await api.call('PATCH', `/v1/webhook-endpoints/${off}`, { status: 'disabled' }, key)).status).toBe(200)
  const refused = await api.call('POST', `/v1/events/${from_event}/resend`, { endpoint_id: off }, key)
  expect(refused).toMatchObject({ status: 409, body: { code: 'conflict' } })
  // A type of which nothing happened yet: an example that its schema describes.
  const example = await post(`/webhook-endpoints/${hook.id}/test`, { type: 'holding.frozen', overrides: { quantity: '7' } })
  const shown = JSON.parse(example.request.body)
  expect(shown).toMatchObject({
    id: example.event_id,
    type: 'holding.frozen',
    test: true,
    data: { object: { quantity: '7', legal_basis: 'court_order' } },
  })
  expect(eventSchema('holding.frozen').safeParse(shown).error).toBeUndefined()
  expect(shown.object).toBeUndefined()
  const sent = await post(`/webhook-endpoints/${hook.id}/test`, { type: 'wallet.verified', overrides: { note: 'mine' } })
  expect(sent).toMatchObject({ delivered: true, status: 200 })
  expect(got.at(-1)!.body).toMatchObject({ type: 'wallet.verified', data: { object: { note: 'mine' } } })
})

test('the drill passes a receiver that verifies and deduplicates, and fails one that trusts everything', async () => {
  const hook = await endpoint()
  expect((await post(`/webhook-endpoints/${hook.id}/drill`, undefined)).passed).toBe(false)
  const seen = new Set<string>()
  reply = (g) => {
    try {
      new Webhook(hook.secret).verify(g.text, g.headers as Record<string, string>)
    } catch {
      return { status: 401 }
    }
    const fresh = !seen.has(g.body.id)
    seen.add(g.body.id)
    return { headers: fresh ? { 'x-drill-effect': 'applied' } : {} }
  }
  const drill = await post(`/webhook-endpoints/${hook.id}/drill`, undefined)
  expect(drill.checks.filter((c: { passed: boolean }) => !c.passed)).toEqual([])
})

describe('addresses that are not public', () => {
  test('are refused when saved, and at the connection when a name has moved since', async () => {
    const strict = await startApi()
    try {
      const own = (await strict.makeKey('sandbox')).key
      const refused = await strict.call('POST', '/v1/webhook-endpoints', { url }, own)
      expect([refused.status, refused.body.code]).toEqual([422, 'private_address'])
      const made = await strict.call('POST', '/v1/webhook-endpoints', { url: 'https://8.8.8.8/hook' }, own)
      expect(made.status, made.text).toBe(201)
      await strict.services.connection.db.update(webhookEndpoints).set({ url }).where(eq(webhookEndpoints.id, made.body.id))
      const sent = await strict.call('POST', `/v1/webhook-endpoints/${made.body.id}/test`, {}, own)
      expect(sent.body).toMatchObject({ delivered: false, status: null })
      expect(got).toEqual([])
    } finally {
      await strict.stop()
    }
  })
})
