import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { revokeApiKey } from '#core/access/api-keys/revoke.ts'
import { sameActor } from '#core/access/second-person/scope.ts'
import { withdrawWithin } from '#core/portal/holders/credentials.ts'
import { auditLogs, clientSessions, consents, domains, identitySessions, wallets } from '#db/schema.ts'
import { loadSmallLists } from '../reach/production.ts'
import { type Answer, startApi } from './harness.ts'

const WALLET = '0x5EA15EA15EA15EA15EA15EA15Ea15Ea100000002'
const OTHER = '0x5ea15ea15ea15ea15ea15ea15ea15ea100000003'
const PAGE = 'http://localhost:5173'
const ALL = ['status:read', 'identity:start', 'appeals:open', 'consents:change']

let api: Awaited<ReturnType<typeof startApi>>
let key: string
/** Of another organisation. */
let stranger: string
beforeAll(async () => {
  api = await startApi()
  key = (await api.makeKey('sandbox')).key
  stranger = await api.makeStranger()
})
afterAll(() => api?.stop())

const open = (more: object = {}, by = key): Promise<Answer> =>
  api.call('POST', '/v1/client-sessions', { wallet_address: WALLET, scopes: ALL, origins: [PAGE], ...more }, by)
const tokenOf = async (more: object = {}, by = key): Promise<string> => (await open(more, by)).body.token
/** A call as a browser makes it. */
async function page(method: string, path: string, { token, origin = PAGE, body }: { token?: string; origin?: string; body?: object }) {
  const answer = await api.app.request(`/v1/client${path}`, {
    method,
    headers: {
      ...(origin && { origin }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, body: text ? JSON.parse(text) : null }
}
const standing = (token: string, more: { origin?: string } = {}) => page('GET', '/standing', { token, ...more })

it('a page reads how its one person stands, with a token that is kept as a hash and named in the log', async () => {
  const made = await open()
  api.keep('POST', '/v1/client-sessions', made.body)
  expect(made).toMatchObject({ status: 201, body: { object: 'client_session', wallet_address: WALLET, scopes: ALL, origins: [PAGE] } })
  expect(made.body.token).toMatch(/^swc_sandbox_[0-9a-f]{64}$/)
  const [row] = await api.services.connection.db.select().from(clientSessions).where(eq(clientSessions.id, made.body.id))
  expect(JSON.stringify(row)).not.toContain(made.body.token.slice(12))
  const [entry] = await api.services.connection.db.select().from(auditLogs).where(eq(auditLogs.subject_id, made.body.id))
  expect(entry).toMatchObject({ action: 'client_session_opened', details: { scopes: ALL, origins: [PAGE] } })

  const before = await standing(made.body.token)
  expect(before).toMatchObject({ status: 200, body: { status: 'none', missing: [], steps: [{ name: 'identity', state: 'to_do' }] } })
  expect(before.headers.get('access-control-allow-origin')).toBe(PAGE)
  expect(before.headers.get('vary')).toBe('Origin')
  const kyc_data = { full_name: 'Ada Example', date_of_birth: '1990-05-17', country: 'US' }
  await api.call('POST', '/v1/wallets/verify', { wallet_address: WALLET, kyc_data }, key)
  expect((await standing(made.body.token)).body).toMatchObject({
    status: 'verified',
    valid_until: expect.any(String),
    steps: [{ name: 'identity', state: 'done' }],
  })
  // A credential past its end is never called verified, whatever the row still says.
  await api.services.connection.db.execute(sql`update credentials set expires_at = now() - interval '1 minute'`)
  expect((await standing(made.body.token)).body).toMatchObject({ status: 'expired', valid_until: null })
})

it('what the newest decision asks of the person is a step of theirs; what it asks of others is not told', async () => {
  await loadSmallLists(api.services)
  const live = (await api.makeKey('production')).key
  const made = await api.call('POST', '/v1/domains', { domain: 'live.example' }, live)
  await api.services.connection.db.update(domains).set({ status: 'verified' }).where(eq(domains.id, made.body.id))
  // No wallet of the sandbox’s people is taken there.
  const real = `0x${'7a'.repeat(20)}`
  const kyc_data = { full_name: 'Beate Reinhardt', date_of_birth: '1990-05-17', country: 'US' }
  await api.call('POST', '/v1/wallets/verify', { wallet_address: real, kyc_data }, live)
  const origin = 'https://live.example'
  const token = await tokenOf({ wallet_address: real, origins: [origin] }, live)
  expect(token).toMatch(/^swc_production_/)
  const { body } = await standing(token, { origin })
  expect(body.missing).toEqual(
    expect.arrayContaining([{ fact: expect.stringContaining('/verification'), area: 'identity', means: expect.any(String) }]),
  )
  expect(body.steps[0]).toEqual({ name: 'identity', state: 'to_do' })
})

it('what opens a page is in no log of requests: not the token, nor the link of an identity session', async () => {
  const { body } = await open()
  const session = await api.call('POST', '/v1/identity/sessions', { wallet_address: WALLET }, key)
  const link = new URL(session.body.url).pathname
  expect(link).toMatch(/^\/verify\/.{20,}/)
  await api.requestLog.flush()
  const { rows } = await api.services.connection.db.execute<{ row: string }>(sql`select t::text as row from request_logs t`)
  expect(rows.some(({ row }) => row.includes(body.id))).toBe(true)
  for (const secret of [body.token, link]) expect(rows.some(({ row }) => row.includes(secret))).toBe(false)
})

it('a token is refused for another person, tenant, page and scope, after its end, and once its key is gone', async () => {
  const token = await tokenOf()
  const preflight = (origin: string) => page('OPTIONS', '/standing', { origin })
  expect((await preflight(PAGE)).headers.get('access-control-allow-methods')).toBe('GET')
  const unknown = await preflight('https://evil.example')
  expect([unknown.status, unknown.headers.get('access-control-allow-origin')]).toEqual([204, null])
  for (const origin of ['https://evil.example', 'http://localhost:5174', 'https://localhost:5173', 'null', ''])
    expect(await standing(token, { origin }), origin).toMatchObject({ status: 403, body: { code: 'cross_origin' } })
  expect((await standing(token, { origin: 'https://evil.example' })).headers.get('access-control-allow-origin')).toBeNull()
  // No key opens this door, no token opens the others, and neither goes in an address.
  expect(await standing(key)).toMatchObject({ status: 401, body: { code: 'session_expired' } })
  for (const path of ['/v1/wallets', `/v1/wallets/${WALLET}`, '/v1/identity/sessions'])
    expect(await api.call('GET', path, undefined, token), path).toMatchObject({ status: 401, body: { code: 'invalid_api_key' } })
  expect(await open({}, token)).toMatchObject({ status: 401 })
  expect(await page('GET', `/standing?t=${token}`, { token })).toMatchObject({ status: 400, body: { code: 'key_in_query' } })

  // What the body and the address say of whom, of the page and of the token counts for nothing.
  const started = await page('POST', '/identity-sessions', { token, body: {} })
  expect(started).toMatchObject({ status: 201, body: { status: 'open', url: expect.stringContaining('/verify/') } })
  for (const more of [{ wallet_address: OTHER }, { level: 'basic' }, { methods: ['provider'] }, { scopes: ALL }, { id: 'x' }])
    expect(await page('POST', '/identity-sessions', { token, body: more }), JSON.stringify(more)).toMatchObject({ status: 422 })
  const other = await tokenOf({ wallet_address: OTHER })
  expect(await page('POST', '/identity-sessions', { token: other, body: { token, origin: 'https://evil.example' } })).toMatchObject({
    status: 201,
  })
  const path = `/identity-sessions/${started.body.id}`
  expect(await page('GET', path, { token })).toMatchObject({ status: 200, body: { status: 'open' } })
  expect(await page('GET', path, { token: other })).toMatchObject({ status: 404 })
  const strange = await tokenOf({}, stranger)
  expect(await page('GET', path, { token: strange })).toMatchObject({ status: 404 })
  expect((await standing(strange)).body).toMatchObject({ status: 'none', identity_session: null })
  const away = await page('POST', '/identity-sessions', { token, body: { return_url: 'https://evil.example/x' } })
  expect(away).toMatchObject({ status: 422, body: { errors: [{ pointer: '/return_url', code: 'not_registered' }] } })

  // A scope that was not given, and one that the key has not.
  const narrow = await tokenOf({ scopes: ['status:read'] })
  for (const [method, at] of [
    ['POST', '/identity-sessions'],
    ['GET', '/appeals'],
    ['POST', '/appeals'],
    ['GET', '/consents'],
  ] as const)
    expect(
      await page(method, at, {
        token: narrow,
        ...(method === 'POST' && { body: at === '/appeals' ? { refusal: 'x', statement: 'long enough to be read' } : {} }),
      }),
      at,
    ).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } })
  const reader = (await api.makeKey('sandbox', ['client_sessions:write', 'wallets:read', 'decisions:read'])).key
  expect(await open({}, reader)).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } })
  const read = await tokenOf({ scopes: ['status:read'] }, reader)
  expect(await standing(read)).toMatchObject({ status: 200 })
  const none = (await api.makeKey('sandbox', ['wallets:read', 'decisions:read'])).key
  expect(await open({ scopes: ['status:read'] }, none)).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } })

  // Its end, by time, by word, and with the key that gave it out.
  const ended = await open()
  await api.services.connection.db
    .update(clientSessions)
    .set({ expires_at: new Date(Date.now() - 1) })
    .where(eq(clientSessions.id, ended.body.id))
  expect(await standing(ended.body.token)).toMatchObject({ status: 401, body: { code: 'session_expired' } })
  // The clock of a sandbox holds no token open.
  const revoked = await open()
  const gone = await api.call('POST', `/v1/client-sessions/${revoked.body.id}/revoke`, {}, key)
  api.keep('POST', `/v1/client-sessions/${revoked.body.id}/revoke`, gone.body)
  expect(gone).toMatchObject({ status: 200, body: { id: revoked.body.id, revoked_at: expect.any(String) } })
  expect(gone.body.token).toBeUndefined()
  expect(await standing(revoked.body.token)).toMatchObject({ status: 401, body: { code: 'session_expired' } })
  expect(await api.call('POST', `/v1/client-sessions/${revoked.body.id}/revoke`, {}, stranger)).toMatchObject({
    status: 404,
  })
  const maker = await api.makeKey('sandbox')
  const orphan = await tokenOf({}, maker.key)
  await revokeApiKey({ ctx: api.ctx('sandbox'), input: { id: maker.id } })
  expect(await standing(orphan)).toMatchObject({ status: 401, body: { code: 'revoked_api_key' } })
})

it('pages are the organisation’s own: proven domains with https, and as long as they are', async () => {
  for (const origins of [
    ['https://app.example'],
    ['http://app.example'],
    ['https://app.example/x'],
    ['*'],
    ['null'],
    ['http://127.0.0.1:80'],
    [],
  ])
    expect(await open({ origins }), String(origins)).toMatchObject({ status: 422 })
  for (const more of [{ investor_id: 'inv_x' }, { wallet_address: undefined }, { expires_in: 901 }, { scopes: [] }, { scopes: ['*'] }])
    expect(await open(more), JSON.stringify(more)).toMatchObject({ status: 422 })
  const made = await api.call('POST', '/v1/domains', { domain: 'app.example' }, key)
  await api.services.connection.db.update(domains).set({ status: 'verified' }).where(eq(domains.id, made.body.id))
  const origin = 'https://app.example'
  const token = await tokenOf({ origins: [origin] })
  expect(await standing(token, { origin })).toMatchObject({ status: 200 })
  expect(await open({ origins: ['https://app.example:8443'] })).toMatchObject({ status: 422 })
  await api.services.connection.db.update(domains).set({ status: 'lost' }).where(eq(domains.id, made.body.id))
  expect(await standing(token, { origin })).toMatchObject({ status: 422, body: { errors: [{ code: 'not_registered' }] } })
  const live = (await api.makeKey('production')).key
  expect(await open({}, live)).toMatchObject({ status: 422, body: { errors: [{ pointer: '/origins/0', code: 'invalid_url' }] } })
})

it('whoever gave a token out opened what is opened with it, and looks at nothing that is shown there', async () => {
  const live = (await api.makeKey('production')).key
  const origin = 'https://opened.example'
  const made = await api.call('POST', '/v1/domains', { domain: 'opened.example' }, live)
  await api.services.connection.db.update(domains).set({ status: 'verified' }).where(eq(domains.id, made.body.id))
  const session = await open({ wallet_address: `0x${'7b'.repeat(20)}`, origins: [origin] }, live)
  const { body } = await page('POST', '/identity-sessions', { token: session.body.token, origin, body: {} })
  const [row] = await api.services.connection.db.select().from(identitySessions).where(eq(identitySessions.id, body.id))
  // By this alone a case about the session knows who may not decide it.
  const people = api.services.worldOf('production')
  expect(await sameActor(api.services.connection.db, people, row!.created_by, api.ctx('production').actor.id)).toBe(true)
  const [entry] = await api.services.connection.db.select().from(auditLogs).where(eq(auditLogs.subject_id, body.id))
  expect(entry).toMatchObject({ action: 'identity_session_opened', details: { client_session_id: session.body.id } })
})

it('a person appeals what this organisation refused them, and nobody else’s refusal', async () => {
  const embargoed = { full_name: 'Ada Example', date_of_birth: '1990-05-17', country: 'KP' }
  const refused = '0x5ea15ea15ea15ea15ea15ea15ea15ea100000777'
  for (const by of [key, stranger]) await api.call('POST', '/v1/wallets/verify', { wallet_address: refused, kyc_data: embargoed }, by)
  const token = await tokenOf({ wallet_address: refused })
  const { body: told } = await page('GET', '/appeals', { token })
  expect(told).toMatchObject({ refusals: [{ market: expect.any(String), reason_classes: ['jurisdiction'] }], appeals: [] })
  const { body: elsewhere } = await page('GET', '/appeals', { token: await tokenOf({ wallet_address: refused }, stranger) })
  const statement = 'This is the country of my birth alone, I never lived there.'
  const appeal = (refusal: string, by = token) => page('POST', '/appeals', { token: by, body: { refusal, statement } })
  expect(await appeal(elsewhere.refusals[0].id)).toMatchObject({ status: 409, body: { code: 'invalid_transition' } })
  expect(await appeal(told.refusals[0].id, await tokenOf({ wallet_address: OTHER }))).toMatchObject({ status: 409 })
  expect(await page('POST', '/appeals', { token, body: { refusal: told.refusals[0].id, statement: 'no' } })).toMatchObject({
    status: 422,
    body: { errors: [{ pointer: '/statement' }] },
  })
  const opened = await appeal(told.refusals[0].id)
  expect(opened).toMatchObject({ status: 201, body: { object: 'appeal', status: 'in_review', answer_by: expect.any(String) } })
  expect(JSON.stringify(opened.body)).not.toContain('cas_')
  expect(await appeal(told.refusals[0].id)).toMatchObject({ status: 409 })
  expect((await page('GET', '/appeals', { token })).body).toMatchObject({ refusals: [], appeals: [{ status: 'in_review' }] })
})

it('a person takes their consent back and gives it again, and nobody else’s', async () => {
  const made = await api.call(
    'POST',
    '/v1/investors',
    { full_name: 'Carla Consent', email: 'carla@consent.example', country: 'DE', date_of_birth: '1984-03-02' },
    key,
  )
  const token = await tokenOf({ wallet_address: undefined, investor_id: made.body.id })
  expect((await page('GET', '/consents', { token })).body).toEqual({ success: true, consents: [] })
  const { rows } = await api.services.connection.db.execute<{ person_id: string; organization_id: string }>(
    sql`select person_id, organization_id from investors where id = ${made.body.id}`,
  )
  const scope = { organization_id: rows[0]!.organization_id, environment: 'sandbox' as const }
  await api.services.connection.db
    .insert(consents)
    .values({ id: 'con_own', ...scope, person_id: rows[0]!.person_id, levels: ['identity'], given_at: new Date() })
  const [somebody] = await api.services.connection.db.select().from(wallets).where(eq(wallets.address, WALLET))
  await api.services.connection.db
    .insert(consents)
    .values({ id: 'con_else', ...scope, person_id: somebody!.person_id!, levels: ['identity'], given_at: new Date() })
  expect((await page('GET', '/consents', { token })).body.consents).toMatchObject([{ id: 'con_own', withdrawn_at: null, again: null }])
  const act = (id: string, what: string) => page('POST', `/consents/${id}/${what}`, { token, body: {} })
  expect(await act('con_else', 'withdraw')).toMatchObject({ status: 404 })
  expect(await act('con_own', 'withdraw')).toMatchObject({ status: 200 })
  expect(await act('con_own', 'withdraw')).toMatchObject({ status: 409 })
  expect((await page('GET', '/consents', { token })).body.consents).toMatchObject([{ withdrawn_at: expect.any(String), again: 'here' }])
  expect(await act('con_own', 'renew')).toMatchObject({ status: 200 })
  expect((await page('GET', '/consents', { token })).body.consents).toMatchObject([{ withdrawn_at: null }])
  const [entry] = await api.services.connection.db.select().from(auditLogs).where(eq(auditLogs.action, 'consent_withdrawn'))
  expect(entry!.details).toMatchObject({ client_session_id: expect.stringMatching(/^cls_/) })

  // What the person took back on their own page of the platform, the organisation cannot give again in their name.
  const [given] = (await page('GET', '/consents', { token })).body.consents
  const [row] = await api.services.connection.db.select().from(consents).where(eq(consents.id, given.id))
  await withdrawWithin(api.ctx('sandbox'), row!)
  expect((await page('GET', '/consents', { token })).body.consents).toMatchObject([{ id: given.id, again: 'presentation' }])
  expect(await act(given.id, 'renew')).toMatchObject({ status: 409, body: { code: 'conflict' } })
})
