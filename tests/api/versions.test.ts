import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashKey, KeyCache } from '#core/access/api-keys/authenticate.ts'
import { listenForChanges } from '#core/access/api-keys/listen.ts'
import { API_VERSIONS, CURRENT_VERSION, FIRST_VERSION } from '#core/kernel/versions.ts'
import { dispatchEvents } from '#core/record/webhooks/dispatch.ts'
import { deliverDue } from '#core/upkeep/webhooks/deliver.ts'
import { auditLogs, events, idempotencyKeys, session } from '#db/schema.ts'
import { startApi } from './harness.ts'
import { makeAccount, PASSWORD, Person } from './person.ts'

// Two programs of one tenant: one was written for the first version and is not touched, the other speaks the present one.

const W = (code: string) => `0x5ea15ea15ea15ea15ea15ea15ea15ea10000${code}`
const OPEN = 'off_sandbox_506c'

let api: Awaited<ReturnType<typeof startApi>>
let old: { id: string; key: string }
let now: { id: string; key: string }
let receiver: Server
// biome-ignore lint/suspicious/noExplicitAny: envelopes, asserted on by each test.
const got: { path: string; body: any }[] = []

beforeAll(async () => {
  api = await startApi({ WEBHOOK_ALLOW_PRIVATE: '1' })
  ;[old, now] = [await api.makeKey('sandbox'), await api.makeKey('sandbox')]
  await api.changeKey(old.id, { api_version: FIRST_VERSION })
  receiver = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
    request.on('end', () => {
      got.push({ path: request.url!, body: JSON.parse(text) })
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done))
})
afterAll(async () => {
  receiver?.close()
  await api?.stop()
})

const call = async (who: { key: string }, method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
  api.call(method, `/v1${path}`, body, who.key, headers)
const in_ = (version: string, more: object = {}) => ({ 'sealwright-version': version, ...more })
const hook = (path: string) => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}${path}`
const terms = { name: 'Acme', regulation: 'reg_s', total_supply: 1000, price_per_token: '10', maximum_raise: '10000' }
const fieldsOf = (object: object) => Object.keys(object)
const beside = (object: object, field: string) => fieldsOf(object)[fieldsOf(object).indexOf(field) + 1]
const buy = { offering_id: OPEN, wallet_address: W('3001') }
const units = { offering_id: OPEN, from_address: W('3005'), to_address: W('3001'), quantity: '10', dry_run: true }

test('an old program is answered as it was written for, a new one without the older names', async () => {
  const made = await call(old, 'POST', '/offerings', terms)
  expect(made.headers.get('sealwright-version')).toBe(FIRST_VERSION)
  expect(made.body).toMatchObject({ regulation: 'reg_s', regulation_type: 'reg_s' })
  expect(beside(made.body, 'regulation')).toBe('regulation_type')
  for (const path of [`/offerings/${made.body.id}`, '/offerings?limit=1']) {
    const [then, present] = [await call(old, 'GET', path), await call(now, 'GET', path)]
    const one = (body: { data?: object[] }): Record<string, unknown> => (body.data?.[0] ?? body) as Record<string, unknown>
    const { regulation_type, ...rest } = one(then.body)
    expect([regulation_type, one(present.body)]).toEqual(['reg_s', rest])
    expect(present.headers.get('sealwright-version')).toBe(CURRENT_VERSION)
  }
  const bought = (await call(now, 'POST', '/investments', { ...buy, quantity: '500' })).body
  expect(bought).not.toHaveProperty('token_quantity')
  const shown = (await call(old, 'GET', `/investments/${bought.id}`)).body
  expect([shown.quantity, shown.token_quantity, beside(shown, 'quantity')]).toEqual(['500', '500', 'token_quantity'])
  const own = (await call(now, 'POST', '/offerings', { ...terms, regulation: 'reg_d_506c' })).body.id
  expect((await call(now, 'POST', '/investments', { ...buy, offering_id: own, quantity: '10' })).body.status).toBe('accepted')
  const inOffering = async (who: typeof old) => (await call(who, 'GET', `/offerings/${own}/investors`)).body.data[0].in_offering
  expect([await inOffering(old), await inOffering(now)]).toMatchObject([{ quantity: '10', token_quantity: '10' }, { quantity: '10' }])
  expect(await inOffering(now)).not.toHaveProperty('token_quantity')
  expect((await call(now, 'POST', '/transactions', units)).body).toMatchObject({ amount: null, quantity: '10', currency: null })
  expect((await call(old, 'POST', '/transactions', units)).body).toMatchObject({ amount: '10', quantity: '10', currency: null })
  const paid = { type: 'payment', currency: 'USDC', from_address: W('0001'), to_address: W('0002'), amount: '10', dry_run: true }
  for (const who of [old, now])
    expect((await call(who, 'POST', '/transactions', paid)).body).toMatchObject({ amount: '10', quantity: null })
  // A call may ask for either, whatever its key is pinned to.
  expect((await call(now, 'GET', `/offerings/${made.body.id}`, undefined, in_(FIRST_VERSION))).body.regulation_type).toBe('reg_s')
  expect((await call(old, 'GET', `/offerings/${made.body.id}`, undefined, in_(CURRENT_VERSION))).body).not.toHaveProperty('regulation_type')
})

test('an old program sends what it sent, and is refused by the names it used', async () => {
  const dry = { ...buy, dry_run: true }
  expect((await call(old, 'POST', '/investments', { ...dry, token_quantity: '500' })).body).toMatchObject({ quantity: '500' })
  expect((await call(old, 'POST', '/investments', { ...dry, quantity: 500, token_quantity: '500' })).status).toBe(201)
  const pointer = async (who: typeof old, body: object) => {
    const { status, body: refused } = await call(who, 'POST', '/investments', { ...dry, ...body })
    return [status, refused.errors?.map((error: { pointer: string; code: string }) => `${error.pointer} ${error.code}`)]
  }
  expect(await pointer(old, { token_quantity: 'x' })).toEqual([422, [expect.stringMatching(/^\/token_quantity /)]])
  expect(await pointer(old, { token_quantity: '1.5' })).toEqual([422, ['/token_quantity invalid_format']])
  expect(await pointer(old, { quantity: '1', token_quantity: '2' })).toEqual([422, ['/token_quantity conflicting_fields']])
  expect(await pointer(now, { token_quantity: '500' })).toEqual([422, expect.arrayContaining(['/token_quantity unknown_field'])])
  // Either name of the regulation begins an offering, in both.
  const { regulation, ...rest } = terms
  for (const who of [old, now]) expect((await call(who, 'POST', '/offerings', { ...rest, regulation_type: regulation })).status).toBe(201)
})

test('a tag names what was read in its version: it holds for changes in that version', async () => {
  const { id } = (await call(old, 'POST', '/offerings', { ...terms, status: 'draft' })).body
  const tagOf = async (who: typeof old) => (await call(who, 'GET', `/offerings/${id}`)).headers.get('etag')!
  const [then, present] = [await tagOf(old), await tagOf(now)]
  expect(then).not.toBe(present)
  expect((await call(old, 'GET', `/offerings/${id}`, undefined, { 'if-none-match': then })).status).toBe(304)
  const change = (who: typeof old, tag: string, name: string) => call(who, 'PATCH', `/offerings/${id}`, { name }, { 'if-match': tag })
  expect((await change(now, then, 'Other')).body.code).toBe('version_conflict')
  expect((await change(old, then, 'Acme II')).status).toBe(200)
  expect((await change(now, await tagOf(now), 'Acme III')).status).toBe(200)
})

test('a repetition gets the first answer, in the version of the first call, whatever it asks for', async () => {
  for (const [version, other] of [API_VERSIONS, API_VERSIONS.toReversed()] as [string, string][]) {
    const once = { 'idempotency-key': `once-${version}` }
    const first = await call(now, 'POST', '/offerings', terms, in_(version, once))
    const again = await call(now, 'POST', '/offerings', terms, in_(other, once))
    expect([again.status, again.text, again.headers.get('idempotent-replayed')]).toEqual([201, first.text, 'true'])
    expect(again.headers.get('sealwright-version')).toBe(version)
    expect('regulation_type' in again.body).toBe(version === FIRST_VERSION)
  }
  // The same words are one call, also where they are the older ones; other words are another.
  const once = { 'idempotency-key': 'words' }
  const body = { ...buy, token_quantity: '500' }
  const first = await call(old, 'POST', '/investments', body, once)
  expect((await call(old, 'POST', '/investments', body, once)).text).toBe(first.text)
  expect((await call(old, 'POST', '/investments', { ...buy, quantity: '500' }, once)).body.code).toBe('idempotency_key_reused')
  // What was kept before there were two versions is of the first.
  await api.services.connection.db.update(idempotencyKeys).set({ api_version: null })
  const again = await call(now, 'POST', '/offerings', terms, { 'idempotency-key': `once-${FIRST_VERSION}` })
  expect([again.headers.get('sealwright-version'), again.body.regulation_type]).toEqual([FIRST_VERSION, 'reg_s'])
  // What is no request in the version that is asked for gets no answer of it.
  expect((await call(old, 'POST', '/investments', body, { ...once, ...in_(CURRENT_VERSION) })).status).toBe(422)
})

test('a version that there is not is refused in words that name those, by header and by the key', async () => {
  for (const asked of ['2026-11-02', '2031-01-01', 'latest', '2026-11-01 ']) {
    const { status, body } = await call(now, 'GET', '/keys/self', undefined, { 'sealwright-version': asked })
    expect(asked.endsWith(' ') ? status : [status, body.code]).toEqual(asked.endsWith(' ') ? 200 : [400, 'invalid_header'])
    if (status === 400) for (const version of API_VERSIONS) expect(body.detail).toContain(version)
  }
  const lost = await api.makeKey('sandbox')
  await api.changeKey(lost.id, { api_version: '2025-01-01' })
  expect((await call(lost, 'GET', '/keys/self')).body).toMatchObject({ status: 400, detail: expect.stringContaining('2025-01-01') })
  expect((await call(lost, 'GET', '/keys/self', undefined, in_(CURRENT_VERSION))).status).toBe(200)
})

test('each endpoint gets events in its version, also those that are sent again, and is moved by a call', async () => {
  const add = async (who: typeof old, path: string, more: object = {}) =>
    (await call(who, 'POST', '/webhook-endpoints', { url: hook(path), event_types: ['offering.*', 'investment.*'], ...more })).body
  const then = await add(old, '/then')
  const present = await add(now, '/now')
  const full = await add(now, '/full', { api_version: FIRST_VERSION, payload: 'full' })
  expect([then, present, full].map((endpoint) => endpoint.api_version)).toEqual([FIRST_VERSION, CURRENT_VERSION, FIRST_VERSION])
  const deliver = async () => {
    while (await dispatchEvents(api.services));
    while (await deliverDue(api.services));
  }
  await deliver()
  got.length = 0
  const offering = (await call(now, 'POST', '/offerings', terms)).body
  const bought = (await call(now, 'POST', '/investments', { ...buy, quantity: '500' })).body
  await deliver()
  const told = (path: string, resource: string) => got.findLast((one) => one.path === path && one.body.resource.id === resource)!.body
  for (const path of ['/then', '/full']) {
    expect(told(path, offering.id)).toMatchObject({ api_version: FIRST_VERSION, data: { object: { regulation_type: 'reg_s' } } })
    expect(told(path, bought.id)).toMatchObject({
      api_version: FIRST_VERSION,
      data: { object: { quantity: '500', token_quantity: '500' } },
    })
  }
  // In the order in which the database has kept it since the first version.
  const [stored] = await api.services.connection.db.select().from(events).where(eq(events.resource_id, bought.id))
  expect(fieldsOf(told('/then', bought.id).data.object).filter((name) => name !== 'token_quantity')).toEqual(fieldsOf(stored!.object))
  expect(fieldsOf(told('/then', bought.id).data.object).at(-1)).toBe('token_quantity')
  expect(told('/now', offering.id).data.object).not.toHaveProperty('regulation_type')
  expect(told('/now', bought.id)).toMatchObject({
    api_version: CURRENT_VERSION,
    data: { object: expect.not.objectContaining({ token_quantity: '500' }) },
  })

  // A receiver that is ready for the present version gets the same event again in it.
  const moved = await call(old, 'PATCH', `/webhook-endpoints/${then.id}`, { api_version: CURRENT_VERSION })
  expect(moved.body.api_version).toBe(CURRENT_VERSION)
  await call(old, 'POST', `/events/${stored!.id}/resend`, { endpoint_id: then.id })
  await deliver()
  expect(told('/then', bought.id).api_version).toBe(CURRENT_VERSION)
  expect(told('/then', bought.id).data.object).not.toHaveProperty('token_quantity')
  for (const [endpoint, path, version] of [
    [full, '/full', FIRST_VERSION],
    [present, '/now', CURRENT_VERSION],
  ] as const) {
    await call(now, 'POST', `/webhook-endpoints/${endpoint.id}/test`, { type: 'investment.accepted' })
    const example = got.findLast((one) => one.path === path)!.body
    expect([example.test, example.api_version, 'token_quantity' in example.data.object]).toEqual([true, version, version === FIRST_VERSION])
  }
  expect((await call(now, 'PATCH', `/webhook-endpoints/${full.id}`, { api_version: '2020-01-01' })).body.errors).toMatchObject([
    { pointer: '/api_version', code: 'invalid_enum' },
  ])

  // Events that are read are in the version of the call.
  const read = async (who: typeof old, path: string) => {
    const { body } = await call(who, 'GET', path)
    return body.data?.object ? body : body.data[0]
  }
  for (const path of [`/events/${stored!.id}`, `/events?resource_id=${bought.id}`]) {
    expect(await read(old, path)).toMatchObject({ api_version: FIRST_VERSION, data: { object: { token_quantity: '500' } } })
    expect((await read(now, path)).api_version).toBe(CURRENT_VERSION)
    expect((await read(now, path)).data.object).not.toHaveProperty('token_quantity')
  }
  // An event from before the present version is told in it all the same.
  await api.services.connection.db
    .update(events)
    .set({ object: { ...stored!.object, token_quantity: '500' } })
    .where(eq(events.id, stored!.id))
  expect((await read(now, `/events/${stored!.id}`)).data.object).toEqual(stored!.object)
  expect((await read(old, `/events/${stored!.id}`)).data.object).toEqual({ ...stored!.object, token_quantity: '500' })
})

test('the description of each version is had without a key, by query or header', async () => {
  const read = (query: string, headers: Record<string, string> = {}) =>
    api.call('GET', `/v1/openapi.json${query}`, undefined, null, headers)
  const [present, then] = [await read(''), await read(`?version=${FIRST_VERSION}`)]
  expect([present.body.info.version, then.body.info.version]).toEqual([CURRENT_VERSION, FIRST_VERSION])
  expect((await read('', in_(FIRST_VERSION))).text).toBe(then.text)
  expect((await read(`?version=${CURRENT_VERSION}`, in_(FIRST_VERSION))).text).toBe(present.text)
  expect(then.headers.get('vary')).toContain('sealwright-version')
  expect(then.body.components.schemas.ApiVersion.enum).toEqual([FIRST_VERSION])
  expect(then.body.components.schemas.Investment.properties.token_quantity.deprecated).toBe(true)
  expect(present.body.components.schemas.Investment.properties).not.toHaveProperty('token_quantity')
  expect((await read('?version=2020-01-01')).body).toMatchObject({ code: 'invalid_header', detail: expect.stringContaining(FIRST_VERSION) })
  const schema = async (query: string) => (await api.call('GET', `/v1/schemas/events/investment.accepted${query}`, undefined, null)).text
  expect(await schema('')).not.toContain('token_quantity')
  expect(await schema(`?version=${FIRST_VERSION}`)).toContain('token_quantity')
})

test('a person moves a key to another version, and back, once they have shown that it is them', async () => {
  const email = 'versions@people.example'
  await makeAccount(api, email, 'issuer')
  const person = new Person(api)
  await person.signIn(email)
  const key = (await person.post('/api/api-keys', { name: 'k', environment: 'sandbox' })).body
  expect(key.api_version).toBe(CURRENT_VERSION)
  const move = (version: string) => person.post(`/api/api-keys/${key.id}/version`, { version })
  await api.services.connection.db.update(session).set({ confirmedAt: new Date(Date.now() - 3_600_000) })
  expect((await move(FIRST_VERSION)).body).toMatchObject({ code: 'step_up_required' })
  await person.post('/api/accounts/step-up', { password: PASSWORD })
  const used = async () => (await call(key, 'GET', '/keys/self')).headers.get('sealwright-version')
  // Another process, which knows the key already and hears of its change.
  const { services } = api
  const elsewhere = new KeyCache()
  const stop = await listenForChanges(api.databaseUrl, elsewhere, services.keyring, services.log)
  const known = { key_hash: hashKey(key.key) } as never
  elsewhere.set(hashKey(key.key), known)
  expect(elsewhere.get(hashKey(key.key))).toBe(known)
  for (const version of [FIRST_VERSION, CURRENT_VERSION, CURRENT_VERSION]) {
    expect((await move(version)).body).toMatchObject({ id: key.id, api_version: version })
    expect(await used()).toBe(version)
  }
  await expect.poll(() => elsewhere.get(hashKey(key.key))).toBeUndefined()
  await stop()
  expect((await move('2020-01-01')).body.errors).toMatchObject([{ pointer: '/version' }])
  const of = and(eq(auditLogs.action, 'api_key_version_changed'), eq(auditLogs.subject_id, key.id))
  expect((await api.services.connection.db.select().from(auditLogs).where(of)).map((entry) => entry.details)).toMatchObject([
    { from: CURRENT_VERSION, to: FIRST_VERSION },
    { from: FIRST_VERSION, to: CURRENT_VERSION },
  ])
  // Somebody else's key is not there, and a revoked one makes no calls.
  expect((await person.post(`/api/api-keys/${now.id}/version`, { version: FIRST_VERSION })).status).toBe(404)
  await person.post(`/api/api-keys/${key.id}/revoke`)
  expect((await move(FIRST_VERSION)).body.code).toBe('invalid_transition')
})
