import { eq } from 'drizzle-orm'
import * as jose from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyConsistency, verifyInclusion } from '#credentials/merkle.ts'
import { connect } from '#db/connect.ts'
import { identitySessions, timers } from '#db/schema.ts'
import { startApi } from './harness.ts'

let api: Awaited<ReturnType<typeof startApi>>
let key: string
beforeAll(async () => {
  api = await startApi()
  key = (await api.makeKey('sandbox')).key
})
afterAll(() => api?.stop())

const json = { accept: 'application/json' }
const open = (path: string) => api.call('GET', path, undefined, null, json)

/** Size and root of a signed note: its second and third line. */
function readNote(note: string) {
  const [, size, root] = note.split('\n')
  return { size: Number(size), root: Buffer.from(root!, 'base64') }
}

test('the log proves to anybody that a record is in it and that it only grows', async () => {
  const first = readNote((await open('/log/checkpoint')).text)
  for (let i = 0; i < 5; i++) await api.call('POST', '/v1/wallets/challenge', { wallet_address: `0x${String(i).repeat(39)}1` }, key)
  for (let i = 0; i < 5; i++) await api.call('POST', '/v1/sanctions/check', { full_name: `Somebody ${i}` }, key)
  const second = readNote((await open('/log/checkpoint')).text)
  expect(second.size).toBeGreaterThan(first.size)
  for (const index of [0, first.size, second.size - 1]) {
    const { body } = await open(`/log/proofs/inclusion?leaf_index=${index}&tree_size=${second.size}`)
    const proof = body.proof.map((hash: string) => Buffer.from(hash, 'hex'))
    const leafHash = Buffer.from(body.leaf_hash, 'hex')
    expect(verifyInclusion({ index, size: second.size, leafHash, proof, root: second.root })).toBe(true)
    expect(verifyInclusion({ index, size: second.size, leafHash, proof, root: first.root })).toBe(false)
  }
  const { body } = await open(`/log/proofs/consistency?first=${first.size}&second=${second.size}`)
  const proof = body.proof.map((hash: string) => Buffer.from(hash, 'hex'))
  expect(verifyConsistency({ first: first.size, second: second.size, firstRoot: first.root, secondRoot: second.root, proof })).toBe(true)
})

test.each([
  '/log/proofs/inclusion',
  '/log/proofs/inclusion?leaf_index=-1&tree_size=1',
  '/log/proofs/inclusion?leaf_index=9999999&tree_size=1',
  '/log/proofs/consistency?first=0&second=1',
  '/log/proofs/consistency?first=1e9&second=%00',
])('%s is told which numbers there are', async (path) => {
  const { status, body } = await open(path)
  expect([status, body.code]).toEqual([422, 'validation_failed'])
  expect(body.errors[0].detail).toBeTruthy()
})

test('error codes and rules answer programs in JSON, and a finder of a weakness is told where to go', async () => {
  const securityTxt = (await open('/.well-known/security.txt')).text
  expect(securityTxt).toMatch(/^Contact: http\S+\/contact\S*$/m)
  expect(Date.parse(/^Expires: (.+)$/m.exec(securityTxt)![1]!)).toBeGreaterThan(Date.now())
  expect((await open('/errors/not_found')).body).toMatchObject({ code: 'not_found', status: 404 })
  expect((await open('/errors/__proto__')).status).toBe(404)
  const rules = (await open('/rules')).body
  expect(rules.data.length).toBeGreaterThan(100)
  for (const rule of rules.data)
    expect(rule).toMatchObject({ code: expect.any(String), summary: expect.any(String), citation: { label: expect.any(String) } })
  const one = rules.data[0]
  expect((await open(`/rules/${one.code.toLowerCase()}`)).body).toMatchObject(one)
  expect((await open('/rules/NO_SUCH_RULE')).body.code).toBe('not_found')
})

test('every error code a test or a client may meet has its address in the answer', async () => {
  const { body } = await api.call('GET', '/v1/offerings/off_none', undefined, key)
  const address = new URL(body.type)
  expect((await open(address.pathname)).body).toMatchObject({ code: body.code, status: body.status })
})

test('the figures of a production are for its machine, and not for whom a proxy on it hands on', async () => {
  const { config } = api.services
  const ask = async (headers: Record<string, string>, remoteAddress = '127.0.0.1') =>
    (await api.app.request('/metrics', { headers }, { incoming: { socket: { remoteAddress } } })).status
  config.production = true
  try {
    expect(await ask({})).toBe(200)
    expect(await ask({}, '203.0.113.9')).toBe(401)
    expect(await ask({ 'x-forwarded-for': '203.0.113.9' })).toBe(401)
    expect(await ask({ forwarded: 'for=203.0.113.9' })).toBe(401)
  } finally {
    config.production = false
  }
})

test('the figures name what waits too long, and are there while the database is away', async () => {
  const read = async () => (await api.call('GET', '/metrics')).text
  const figure = (text: string, name: string) => Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1])
  const session = await api.call('POST', '/v1/identity/sessions', { wallet_address: `0x${'6'.repeat(40)}` }, key)
  expect(session.status).toBe(201)
  const { db } = api.services.connection
  const fresh = await read()
  expect(fresh).toMatch(/^sealwright_identity_sessions_pending\{status="open"\} [1-9]/m)
  for (const name of ['identity_sessions_stuck', 'timer_late_seconds', 'provider_ask_late_seconds', 'cases_overdue'])
    expect([name, figure(fresh, `sealwright_${name}`)]).toEqual([name, 0])
  // Each type is said once, as the format wants it.
  const types = fresh.split('\n').filter((line) => line.startsWith('# TYPE'))
  expect(new Set(types).size).toBe(types.length)
  // Each figure says in words what it is, in units that Prometheus counts in.
  for (const type of types) {
    const [name] = type.split(' ').slice(2)
    expect(fresh).toMatch(new RegExp(`^# HELP ${name} [A-Z].*\\.$`, 'm'))
    expect(name).not.toMatch(/_(ms|minutes|kb)$/)
  }
  const hour = new Date(Date.now() - 3_600_000)
  const of = eq(identitySessions.id, session.body.id)
  await db.update(identitySessions).set({ status: 'in_review', ask_at: hour }).where(of)
  expect(figure(await read(), 'sealwright_identity_sessions_stuck')).toBe(1)
  await db.update(identitySessions).set({ status: 'open', expires_at: hour }).where(of)
  const { organizationId: organization_id, environment } = api.ctx('sandbox')
  await db.insert(timers).values({
    ...{ id: 'tmr_late', organization_id, environment, kind: 'facts_updated', subject_id: 'inv_none' },
    ...{ due_at: hour, created_at: hour },
  })
  const late = await read()
  expect(figure(late, 'sealwright_identity_sessions_stuck')).toBe(1)
  for (const name of ['timer_late_seconds', 'provider_ask_late_seconds']) expect(figure(late, `sealwright_${name}`)).toBeGreaterThan(3_500)
  await db.delete(timers).where(eq(timers.id, 'tmr_late'))
  await db.update(identitySessions).set({ status: 'expired' }).where(of)
  const { connection } = api.services
  const nowhere = connect('postgres://nobody@127.0.0.1:1/none')
  Object.assign(api.services, { connection: nowhere })
  try {
    const away = await api.call('GET', '/metrics')
    expect(away.status).toBe(200)
    expect(figure(away.text, 'sealwright_database_up')).toBe(0)
    expect(away.text).toContain('process_uptime_seconds')
    expect(away.text).not.toContain('sealwright_outbox_pending')
  } finally {
    Object.assign(api.services, { connection })
    await nowhere.close()
  }
  expect(figure(await read(), 'sealwright_database_up')).toBe(1)
})

test('E5 what a credential points to is there: its key by the header’s name, its words and its type', async () => {
  const kyc_data = { full_name: 'Ada Example', date_of_birth: '1990-05-17', country: 'US' }
  const wallet_address = '0x5ea15ea15ea15ea15ea15ea15ea15ea100000002'
  const { credential } = (await api.call('POST', '/v1/wallets/verify', { wallet_address, kyc_data }, key)).body
  const form = async (name: string) => (await api.call('GET', `/v1/credentials/${credential.id}/${name}`, undefined, key)).body.credential
  const [vc, sd] = [await form('vc'), (await form('sd-jwt')).split('~')[0]]
  const { verificationMethod } = (await open('/sandbox/did.json')).body
  const { kid } = jose.decodeProtectedHeader(vc)
  expect(verificationMethod.map((one: { id: string }) => one.id)).toContain(kid)
  const keys = jose.createLocalJWKSet((await open('/sandbox/jwks.json')).body)
  const { payload } = await jose.jwtVerify(vc, keys, { typ: 'vc+jwt', algorithms: ['EdDSA'] })
  const { publicUrl } = api.services.config
  const at = (address: unknown) => open(String(address).replace(publicUrl, ''))
  const context = await at((payload['@context'] as string[])[1])
  expect([context.status, context.headers.get('content-type')]).toEqual([200, 'application/ld+json'])
  const words = Object.keys(JSON.parse(context.text)['@context'])
  expect(words).toEqual(expect.arrayContaining(Object.keys(payload.credentialSubject as object).filter((word) => word !== 'id')))
  const { vct } = (await jose.jwtVerify(sd, keys, { typ: 'dc+sd-jwt' })).payload
  expect((await at(vct)).body).toMatchObject({ vct, claims: expect.arrayContaining([expect.objectContaining({ path: ['level'] })]) })
  // A verifier of production is never shown a key of the sandbox.
  expect((await open('/.well-known/jwks.json')).body.keys.map((one: { kid: string }) => one.kid)).not.toContain(kid)
})
