import { setImmediate as nextTurn } from 'node:timers/promises'
import { and, eq, isNotNull, ne } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bindVerbs } from '#core/doors/verbs.ts'
import { systemCtx } from '#core/kernel/system.ts'
import { verifyAudit } from '#core/record/audit/verify.ts'
import { runAllDue } from '#core/upkeep/deadlines/run-due.ts'
import { auditLogs, IDENTITY_PROVIDERS, identityProviders, identitySessions } from '#db/schema.ts'
import { startApi } from '#tests/api/harness.ts'
import { DOUBLE_KEYS, type DoubleName, LAST_DAY, messageOf, type Played, startProviderDouble } from '#tests/identity-providers/double.ts'
import { loadSmallLists } from '#tests/reach/production.ts'
import { FACE_NOTICE } from '../reviews/face-notice.ts'
import { askProvidersAgain } from './ask-again.ts'
import { testIdentityProvider } from './settings.ts'

let api: Awaited<ReturnType<typeof startApi>>
let double: Awaited<ReturnType<typeof startProviderDouble>>
let key: string
let stranger: string
const webhooks: Record<string, string> = {}

beforeAll(async () => {
  double = await startProviderDouble()
  api = await startApi({ IDENTITY_PROVIDER_URLS: double.urls })
  await loadSmallLists(api.services)
  key = (await api.makeKey('production')).key
  stranger = await api.makeStranger('production')
  for (const name of IDENTITY_PROVIDERS) {
    const set = await call('POST', `/identity/providers/${name}`, DOUBLE_KEYS[name])
    expect(set.status, set.text).toBe(200)
    webhooks[name] = new URL(set.body.webhook_url).pathname
  }
})
afterAll(async () => {
  await api.stop()
  await double.stop()
})

/** Starting a check the app says to what its person agreed, unless a test says nothing of it. */
const call = (method: string, path: string, body?: object, by = key) =>
  api.call(method, `/v1${path}`, /^\/identity\/sessions\/[^/]+\/provider$/.test(path) ? { face_consent: agreed(), ...body } : body, by)
const agreed = (at = Date.now()) => ({ notice_version: '2026-01', notice_sha256: 'a'.repeat(64), agreed_at: new Date(at).toISOString() })
let n = 0
const fresh = () => `0x${(++n).toString(16).padStart(40, 'd')}`
const send = (name: DoubleName, { body, headers }: { body: string; headers: object }) =>
  api.call('POST', webhooks[name]!, body, null, { ...(headers as Record<string, string>) })

/** A session whose person was sent to a provider, and what the provider calls it. */
async function begun(provider: DoubleName, played: Played, about: object = { wallet_address: fresh() }) {
  const session = (await call('POST', '/identity/sessions', { methods: ['provider'], provider, ...about })).body
  const started = await call('POST', `/identity/sessions/${session.id}/provider`, {})
  expect(started.status, started.text).toBe(200)
  const external = provider === 'sumsub' ? session.id : (started.body.provider_url as string).split(/[/=]/).at(-1)!
  double.played.set(external, played)
  return { session, external, url: started.body.provider_url as string }
}
const stored = async (id: string) =>
  (await api.services.connection.db.select().from(identitySessions).where(eq(identitySessions.id, id)))[0]!
const read = async (id: string) => (await call('GET', `/identity/sessions/${id}`)).body
const ada = { first_name: 'Ada', last_name: 'Provided', date_of_birth: '1985-04-02' }

test.each(IDENTITY_PROVIDERS)('%s: a check is begun, its signed message heard, its result fetched and kept as evidence', async (name) => {
  const who = { ...ada, last_name: `Provided ${name}` }
  const { session, external, url } = await begun(name, { decision: 'processing', ...who, liveness: true })
  expect(url).toMatch(/^https:\/\//)
  expect((await send(name, messageOf(name, external))).status).toBe(200)
  expect(await read(session.id)).toMatchObject({ status: 'processing', provider: name, evidence_id: null })
  double.played.set(external, { decision: 'approved', ...who, liveness: true })
  const heard = await send(name, messageOf(name, external))
  expect([heard.status, heard.body]).toEqual([200, { received: true }])
  const done = await read(session.id)
  expect(done).toMatchObject({ status: 'verified', method: 'provider' })
  const shown = await call('GET', `/identity/evidence/${done.evidence_id}`)
  expect(shown.body).toMatchObject({
    ...{ method: 'provider', level: 'enhanced', ial: 'IAL2', eidas: null, state: 'valid', document_expires_on: LAST_DAY },
    voucher: { kind: 'provider', id: external },
    covers: expect.arrayContaining(['full_name', 'date_of_birth', 'document']),
    proof: { provider: name, liveness: true, document: true },
  })
  expect(shown.text).not.toMatch(/provided|1985/i)
  // The same message again changes nothing.
  const calls = double.calls.length
  expect((await send(name, messageOf(name, external))).status).toBe(200)
  expect(double.calls.length).toBe(calls)
  expect(await read(session.id)).toEqual(done)
})

test.each(IDENTITY_PROVIDERS)('%s: a message that is forged, changed or about nobody is not believed', async (name) => {
  const { session, external } = await begun(name, { decision: 'approved', ...ada, liveness: true })
  const good = messageOf(name, external)
  const forged = [
    messageOf(name, external, { secret: 'another-secret' }),
    { ...good, body: good.body.replace(/\}$/, ' }') },
    { body: good.body, headers: {} },
  ]
  if (name === 'stripe' || name === 'persona')
    for (const minutes of [-10, 10]) forged.push(messageOf(name, external, { at: Math.floor(Date.now() / 1_000) + minutes * 60 }))
  if (name === 'sumsub') forged.push({ ...good, headers: { ...good.headers, 'x-payload-digest-alg': 'HMAC_SHA1_HEX' } })
  for (const message of forged) expect((await send(name, message)).body.code, message.body).toBe('signature_invalid')
  expect((await send(name, messageOf(name, 'nobody'))).status).toBe(200)
  expect((await api.call('POST', `${webhooks[name]}x`, good.body, null, good.headers as never)).status).toBe(404)
  expect((await read(session.id)).status).toBe('open')
})

test.each(IDENTITY_PROVIDERS)('%s: what was declined, is without a living face or names nobody is no enhanced proof', async (name) => {
  const declined = await begun(name, { decision: 'declined', ...ada, last_name: `Declined ${name}` })
  await send(name, messageOf(name, declined.external))
  // Stripe lets the same person try again and again: it declines nobody for good.
  if (name === 'stripe') expect(await read(declined.session.id)).toMatchObject({ status: 'open', evidence_id: null })
  else expect(await read(declined.session.id)).toMatchObject({ status: 'rejected', reason_code: 'provider_rejected' })
  const unnamed = await begun(name, { decision: 'declined' })
  await send(name, messageOf(name, unnamed.external))
  if (name !== 'stripe')
    expect(await read(unnamed.session.id)).toMatchObject({ status: 'rejected', reason_code: 'provider_rejected', evidence_id: null })
  const faceless = await begun(name, { decision: 'approved', ...ada, last_name: `Faceless ${name}` })
  await send(name, messageOf(name, faceless.external))
  const { status, evidence_id } = await read(faceless.session.id)
  expect(status).toBe('open')
  expect((await call('GET', `/identity/evidence/${evidence_id}`)).body).toMatchObject({ level: 'basic', ial: 'IAL1' })
  const nameless = await begun(name, { decision: 'approved', liveness: true })
  await send(name, messageOf(name, nameless.external))
  expect(await read(nameless.session.id)).toMatchObject({
    status: 'processing',
    reason_code: 'provider_result_incomplete',
    evidence_id: null,
  })
})

test('what was typed into an inquiry is not what its verification read, and a document that is over proves nothing', async () => {
  const said = { full_name: 'Typed Anything', email: 'typed@providers.example', date_of_birth: '1999-09-09', country: 'CH' }
  const investor = await call('POST', '/investors', said)
  const about = { investor_id: investor.body.id }
  const { session, external } = await begun('persona', { decision: 'approved', ...ada, liveness: true }, about)
  await send('persona', messageOf('persona', external))
  expect(await read(session.id)).toMatchObject({ status: 'in_review', reason_code: 'data_conflict' })
  const last_day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  const over = await begun('persona', { decision: 'approved', ...ada, last_name: 'Over', liveness: true, last_day })
  await send('persona', messageOf('persona', over.external))
  expect(await read(over.session.id)).toMatchObject({ status: 'rejected', reason_code: 'document_expired', evidence_id: null })
})

test('a verdict about another name or birth date is looked at by a person, once', async () => {
  const investor = await call('POST', '/investors', {
    full_name: 'Otto Said',
    email: 'otto@providers.example',
    date_of_birth: '1985-04-02',
    country: 'CH',
  })
  const { session, external } = await begun('veriff', { decision: 'approved', ...ada, liveness: true }, { investor_id: investor.body.id })
  for (let i = 0; i < 2; i++) expect((await send('veriff', messageOf('veriff', external))).status).toBe(200)
  expect(await read(session.id)).toMatchObject({ status: 'in_review', reason_code: 'data_conflict' })
  const cases = await call('GET', `/cases?subject_id=${session.id}`)
  expect(cases.body.data).toHaveLength(1)
})

test('a lost message loses nothing: asked again for the link, the provider is asked first', async () => {
  const { session, external } = await begun('persona', { decision: 'approved', ...ada, last_name: 'Lost', liveness: true })
  const again = await call('POST', `/identity/sessions/${session.id}/provider`, {})
  expect(again.body).toMatchObject({ status: 'verified', provider_url: null })
  expect(again.body.id).toBe(session.id)
  expect(external).toMatch(/^persona_/)
})

test('a provider that fails is asked again, one that stays away is told from one that refuses', async () => {
  const { session, external } = await begun('onfido', { decision: 'approved', ...ada, last_name: 'Retried', liveness: true })
  double.state.failing = 2
  expect((await send('onfido', messageOf('onfido', external))).status).toBe(200)
  expect((await read(session.id)).status).toBe('verified')
  const other = await begun('onfido', { decision: 'approved', ...ada, last_name: 'Away', liveness: true })
  double.state.failing = 3
  const away = await send('onfido', messageOf('onfido', other.external))
  expect([away.status, away.body.code]).toEqual([503, 'not_ready'])
  Object.assign(double.state, { failing: 1, status: 404 })
  const refused = await send('onfido', messageOf('onfido', other.external))
  expect([refused.status, refused.body.code]).toEqual([422, 'provider_not_configured'])
  Object.assign(double.state, { failing: 0, status: 503 })
  expect((await read(other.session.id)).status).toBe('open')
})

test('keys are sealed, never shown again, and of the right world', async () => {
  const shown = await call('GET', '/identity/providers')
  expect(shown.body.data.map((one: { provider: string }) => one.provider)).toEqual([...IDENTITY_PROVIDERS].sort())
  const rows = await api.services.connection.db.select().from(identityProviders)
  const logged = await api.services.connection.db.select().from(auditLogs).where(eq(auditLogs.action, 'identity_provider_set'))
  expect(logged).toHaveLength(5)
  for (const text of [shown.text, JSON.stringify(rows), JSON.stringify(logged)])
    for (const keys of Object.values(DOUBLE_KEYS))
      for (const name of ['api_key', 'api_secret', 'webhook_secret'] as const)
        if (name in keys) expect(text).not.toContain(keys[name as 'api_key'])
  const test = { ...DOUBLE_KEYS.stripe, api_key: 'sk_test_0123456789' }
  expect((await call('POST', '/identity/providers/stripe', test)).body.errors).toMatchObject([{ pointer: '/api_key', code: 'test_key' }])
  const sandbox = (await api.makeKey('sandbox')).key
  const there = (name: string, body: object) => api.call('POST', `/v1/identity/providers/${name}`, body, sandbox)
  expect((await there('stripe', DOUBLE_KEYS.stripe)).body.errors).toMatchObject([{ pointer: '/api_key', code: 'live_key' }])
  expect((await there('stripe', test)).status).toBe(200)
  expect((await there('sumsub', { api_key: 'sbx:0123456789' })).body.errors.map((one: { pointer: string }) => one.pointer).sort()).toEqual([
    '/api_secret',
    '/flow',
    '/webhook_secret',
  ])
  expect((await api.call('GET', '/v1/identity/providers', undefined, sandbox)).body.data).toHaveLength(1)
})

test.each(IDENTITY_PROVIDERS)(
  '%s: asked for again, the check that runs is given back; one that is over is replaced and closed',
  async (name) => {
    const { session, external, url } = await begun(name, { decision: 'waiting', ...ada, last_name: `Twice ${name}`, liveness: true })
    const again = (of = session) => call('POST', `/identity/sessions/${of.id}/provider`, {})
    const asked = async () => (await stored(session.id)).external_id
    for (let i = 0; i < 2; i++) {
      const back = await again()
      expect([back.status, back.body.status, await asked()], back.text).toEqual([200, 'open', external])
      expect(back.body.provider_url).toMatch(/^https:/)
      if (name !== 'stripe') expect(back.body.provider_url).toBe(url)
    }
    double.played.set(external, { decision: 'over' })
    const other = await again()
    expect(other.body.provider_url).toMatch(/^https:/)
    if (name === 'sumsub') return
    expect(await asked()).not.toBe(external)
    const log = await api.services.connection.db.select().from(auditLogs).where(eq(auditLogs.action, 'identity_provider_asked'))
    expect(log.map((one) => one.details)).toContainEqual({
      ...{ provider: name, external_id: await asked() },
      closed: { provider: name, external_id: external },
    })
  },
)

test('a person who was only sent to a provider that knows nothing of it yet is sent there again', async () => {
  for (const name of ['sumsub', 'veriff'] as const) {
    const { session, external, url } = await begun(name, { decision: 'processing' })
    if (name === 'sumsub') double.played.delete(external)
    const back = await call('POST', `/identity/sessions/${session.id}/provider`, {})
    expect([back.status, back.body.provider_url], back.text).toEqual([200, url])
  }
})

test('two who ask at once are sent to one check, and what ended meanwhile begins none', async () => {
  const session = (await call('POST', '/identity/sessions', { methods: ['provider'], wallet_address: fresh() })).body
  const ask = () => call('POST', `/identity/sessions/${session.id}/provider`, { provider: 'onfido' })
  const both = await Promise.all([ask(), ask()])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  const [first, second] = both.map(({ body }) => body.provider_url)
  expect(second).toBe(first)
  expect(first).toContain((await stored(session.id)).external_id)
  // It ends while the provider is asked for another one.
  const other = (await call('POST', '/identity/sessions', { methods: ['provider'], provider: 'onfido', wallet_address: fresh() })).body
  double.state.before = async () => void (await call('POST', `/identity/sessions/${other.id}/cancel`, {}))
  const late = await call('POST', `/identity/sessions/${other.id}/provider`, {})
  expect([late.status, late.body.code], late.text).toEqual([409, 'invalid_transition'])
  expect(await stored(other.id)).toMatchObject({ status: 'cancelled', external_id: null })
  // Or goes to a reviewer.
  const third = (await call('POST', '/identity/sessions', { methods: ['provider'], provider: 'onfido', wallet_address: fresh() })).body
  double.state.before = async () => {
    await api.services.connection.db.update(identitySessions).set({ status: 'in_review' }).where(eq(identitySessions.id, third.id))
  }
  expect((await call('POST', `/identity/sessions/${third.id}/provider`, {})).body).toMatchObject({
    status: 'in_review',
    provider_url: null,
  })
  expect(await stored(third.id)).toMatchObject({ status: 'in_review', external_id: null })
})

test('whoever chooses another provider closes the check of before, also where that provider is away', async () => {
  const session = (await call('POST', '/identity/sessions', { methods: ['provider'], wallet_address: fresh() })).body
  const choose = (provider: DoubleName) => call('POST', `/identity/sessions/${session.id}/provider`, { provider })
  const first = (await choose('onfido')).body.provider_url.split('/').at(-1)
  // Its three tries.
  Object.assign(double.state, { failing: 3, status: 503 })
  expect((await choose('stripe')).body.provider_url).toMatch(/stripe/)
  const log = await api.services.connection.db.select().from(auditLogs).where(eq(auditLogs.action, 'identity_provider_asked'))
  expect(log.map((one) => one.details)).toContainEqual(expect.objectContaining({ closed: { provider: 'onfido', external_id: first } }))
  // What was decided there before is not lost by choosing another.
  const decided = (await call('POST', '/identity/sessions', { methods: ['provider'], wallet_address: fresh() })).body
  const begin = (provider: DoubleName) => call('POST', `/identity/sessions/${decided.id}/provider`, { provider })
  const external = (await begin('onfido')).body.provider_url.split('/').at(-1)
  double.played.set(external, { decision: 'approved', ...ada, last_name: 'Switcher', liveness: true })
  expect((await begin('stripe')).body).toMatchObject({ status: 'verified', provider: 'onfido', provider_url: null })
})

test('a provider that is down holds up neither deadlines nor other tenants, and is asked less', async () => {
  const t = identitySessions
  const db = api.services.connection.db
  await db.update(t).set({ ask_at: null })
  const of = (key: string) => (method: string, path: string, body?: object) => call(method, path, body, key)
  expect((await of(stranger)('POST', '/identity/providers/veriff', DOUBLE_KEYS.veriff)).status).toBe(200)
  const many = 8
  for (let i = 0; i < many; i++) await begun('veriff', { decision: 'approved', ...ada, last_name: `Many ${i}`, liveness: true })
  const theirs = (await of(stranger)('POST', '/identity/sessions', { methods: ['provider'], wallet_address: fresh() })).body
  const sent = await of(stranger)('POST', `/identity/sessions/${theirs.id}/provider`, {})
  double.played.set(sent.body.provider_url.split('/').at(-1), { decision: 'approved', ...ada, last_name: 'Theirs', liveness: true })
  await begun('onfido', { decision: 'approved', ...ada, last_name: 'Elsewhere', liveness: true })
  // The other tenant's is due last of all.
  const soon = new Date(Date.now() - 60_000)
  await db
    .update(t)
    .set({ ask_at: soon })
    .where(and(isNotNull(t.ask_at), ne(t.id, theirs.id)))
  await db
    .update(t)
    .set({ ask_at: new Date(Date.now() - 1_000) })
    .where(eq(t.id, theirs.id))
  let calls = double.calls.length
  await runAllDue(api.services)
  expect(double.calls.length).toBe(calls)
  // Veriff is down for as long as it is asked; the other provider answers.
  double.state.down = 'veriff'
  expect(await askProvidersAgain(api.services)).toBe(1)
  // Each of the two accounts once, however many wait and are asked for at the same time, and three tries of it; and the other provider.
  expect(double.calls.slice(calls).filter(({ path }) => path.includes('/v1/sessions/'))).toHaveLength(2 * 3)
  const waits = await db
    .select({ at: t.ask_at })
    .from(t)
    .where(and(eq(t.provider, 'veriff'), isNotNull(t.ask_at)))
  for (const { at } of waits) expect(at!.getTime() - Date.now()).toBeGreaterThan(9 * 60_000)
  double.state.down = null
  await db
    .update(t)
    .set({ ask_at: soon })
    .where(and(eq(t.provider, 'veriff'), isNotNull(t.ask_at), ne(t.id, theirs.id)))
  await db
    .update(t)
    .set({ ask_at: new Date(Date.now() - 1_000) })
    .where(eq(t.id, theirs.id))
  calls = double.calls.length
  // The first call is answered once the other tenant's is there: it does not wait for the many.
  const asked = () => double.calls.slice(calls).map(({ path }) => path)
  const isTheirs = (path: string) => path.includes(sent.body.provider_url.split('/').at(-1))
  let before: string[] = []
  double.state.before = async () => {
    while (!asked().some(isTheirs)) await nextTurn()
    before = asked().filter((path) => !isTheirs(path))
  }
  expect(await askProvidersAgain(api.services)).toBe(many + 1)
  expect(before.length).toBeLessThanOrEqual(1)
})

test('what a lost message would have told is asked for after a while, less often the longer it takes', async () => {
  const { session, external } = await begun('persona', { decision: 'waiting', ...ada, last_name: 'Unheard', liveness: true })
  const due = () =>
    api.services.connection.db
      .update(identitySessions)
      .set({ ask_at: new Date(Date.now() - 1_000), updated_at: new Date(Date.now() - 3_600_000) })
      .where(eq(identitySessions.id, session.id))
  const waits = async () => {
    const [row] = await api.services.connection.db.select().from(identitySessions).where(eq(identitySessions.id, session.id))
    return row!.ask_at!.getTime() - Date.now()
  }
  expect(await waits()).toBeGreaterThan(9 * 60_000)
  await askProvidersAgain(api.services)
  await due()
  // Not answered, it is no fault of anybody else: it has its next turn.
  Object.assign(double.state, { failing: 3, status: 503 })
  await askProvidersAgain(api.services)
  expect(await waits()).toBeGreaterThan(55 * 60_000)
  expect(await read(session.id)).toMatchObject({ status: 'open' })
  await due()
  double.played.set(external, { decision: 'approved', ...ada, last_name: 'Unheard', liveness: true })
  await askProvidersAgain(api.services)
  expect(await read(session.id)).toMatchObject({ status: 'verified', method: 'provider' })
  const calls = double.calls.length
  await due()
  await askProvidersAgain(api.services)
  expect(double.calls.length).toBe(calls)
})

test('a check that comes to no result ends after two weeks, and says why', async () => {
  const { session, external } = await begun('veriff', { decision: 'processing', ...ada, last_name: 'Silent' })
  await send('veriff', messageOf('veriff', external))
  const since = (days: number) =>
    api.services.connection.db
      .update(identitySessions)
      .set({ updated_at: new Date(Date.now() - days * 86_400_000), ask_at: null })
      .where(eq(identitySessions.id, session.id))
  await since(13)
  await runAllDue(api.services)
  expect(await read(session.id)).toMatchObject({ status: 'processing' })
  await since(15)
  await runAllDue(api.services)
  expect(await read(session.id)).toMatchObject({ status: 'expired', reason_code: 'provider_silent' })
  const told = (await call('GET', '/events?type=identity.session.expired')).body.data
  expect(told.map((one: { resource: { id: string } }) => one.resource.id)).toContain(session.id)
  // What it says afterwards counts for nothing, and is no fault.
  double.played.set(external, { decision: 'approved', ...ada, last_name: 'Silent', liveness: true })
  expect((await send('veriff', messageOf('veriff', external))).status).toBe(200)
  expect(await read(session.id)).toMatchObject({ status: 'expired', evidence_id: null })
})

test('an account says when it was heard last, and is tried out; keys that somebody put into the tables are named', async () => {
  const of = async (name: string) =>
    (await call('GET', '/identity/providers')).body.data.find(({ provider }: { provider: string }) => provider === name)
  await call('POST', '/identity/providers/onfido', DOUBLE_KEYS.onfido)
  await api.services.connection.db.update(identityProviders).set({ heard_at: null, refused_at: null })
  expect(await of('onfido')).toMatchObject({ last_heard_at: null, last_refused_at: null })
  await send('onfido', messageOf('onfido', 'nobody'))
  expect(await of('onfido')).toMatchObject({ last_heard_at: expect.any(String), last_refused_at: null })
  await send('onfido', messageOf('onfido', 'nobody', { secret: 'another-secret' }))
  expect(await of('onfido')).toMatchObject({ last_refused_at: expect.any(String) })
  const user = { ...api.ctx('production'), idempotency: null }
  for (const provider of IDENTITY_PROVIDERS)
    expect([provider, await testIdentityProvider({ ctx: user, input: { provider } })]).toEqual([provider, { works: true }])
  await call('POST', '/identity/providers/onfido', { ...DOUBLE_KEYS.onfido, api_key: 'api_live.9876543210' })
  await expect(testIdentityProvider({ ctx: user, input: { provider: 'onfido' } })).rejects.toMatchObject({
    code: 'provider_not_configured',
  })
  const faults = async () => (await verifyAudit(api.services)).faults.map(({ fault }) => fault)
  expect(await faults()).toEqual([])
  await api.owner.pool.query("update identity_providers set secrets_sealed = secrets_sealed || 'A' where provider = 'onfido'")
  expect(await faults()).toEqual(['the identity provider changed without an entry of the log'])
  await call('POST', '/identity/providers/onfido', DOUBLE_KEYS.onfido)
  expect(await faults()).toEqual([])
})

test('the person of a session chooses among the providers, and goes through one by the secret alone', async () => {
  const session = (await call('POST', '/identity/sessions', { wallet_address: fresh() })).body
  const place = `${new URL(session.url).pathname}/provider`
  expect((await api.call('GET', place)).body.providers).toContainEqual({ provider: 'stripe', title: 'Stripe Identity' })
  // A provider measures faces: nobody is sent there who did not agree to that.
  expect((await api.call('POST', place, {})).body.code).toBe('conflict')
  const agreed = { face_notice: FACE_NOTICE.version, face_agreed_at: new Date() }
  await api.services.connection.db.update(identitySessions).set(agreed).where(eq(identitySessions.id, session.id))
  expect((await api.call('POST', place, {})).body.code).toBe('validation_failed')
  const started = await api.call('POST', place, { provider: 'stripe' })
  expect(started.body.provider_url).toMatch(/^https:\/\/verify\.stripe\.test/)
  const asked = new URLSearchParams(double.calls.findLast(({ path }) => path === '/v1/identity/verification_sessions')!.body)
  expect(asked.get('return_url')).toBe(session.url)
  expect((await api.call('POST', '/verify/nobody/provider', { provider: 'stripe' })).status).toBe(404)
})

test('a session that names its provider asks no other, neither on its page nor by a key, also once that was asked', async () => {
  const session = (await call('POST', '/identity/sessions', { methods: ['provider'], provider: 'onfido', wallet_address: fresh() })).body
  const place = `${new URL(session.url).pathname}/provider`
  const consent = { face_notice: FACE_NOTICE.version, face_agreed_at: new Date() }
  await api.services.connection.db.update(identitySessions).set(consent).where(eq(identitySessions.id, session.id))
  const onlyOnfido = async () => {
    expect((await api.call('GET', place)).body.providers.map(({ provider }: { provider: string }) => provider)).toEqual(['onfido'])
    for (const refused of [
      await api.call('POST', place, { provider: 'stripe' }),
      await call('POST', `/identity/sessions/${session.id}/provider`, { provider: 'stripe' }),
    ])
      expect(refused.body.errors, refused.text).toMatchObject([{ pointer: '/provider', code: 'conflicting' }])
  }
  await onlyOnfido()
  expect((await api.call('POST', place, {})).body.provider_url).toContain('onfido')
  await onlyOnfido()
  expect(await stored(session.id)).toMatchObject({ provider: 'onfido' })
})

test('by a key nobody is sent to a provider whose consent was neither given on the page nor stated', async () => {
  const session = (await call('POST', '/identity/sessions', { methods: ['provider'], provider: 'stripe', wallet_address: fresh() })).body
  const start = (face_consent?: object) => api.call('POST', `/v1/identity/sessions/${session.id}/provider`, { face_consent }, key)
  const before = double.calls.length
  const refusals = [undefined, agreed(Date.now() + 600_000), agreed(Date.now() - 31 * 86_400_000), { ...agreed(), notice_sha256: 'none' }]
  for (const [at, consent] of refusals.entries()) {
    const { status, body } = await start(consent)
    expect([status, body.code, at]).toEqual([422, 'validation_failed', at])
    expect(body.errors[0].pointer).toMatch(/^\/face_consent/)
  }
  expect(double.calls.length).toBe(before)
  const said = agreed()
  const begun = await start(said)
  expect(begun.body).toMatchObject({ success: true, provider_url: expect.stringMatching(/stripe/) })
  // Asked again, as when the answer was lost: the check that runs.
  const external = begun.body.provider_url.split(/[/=]/).at(-1)
  expect((await start(said)).body.provider_url).toContain(external)
  expect((await stored(session.id)).face_stated).toMatchObject({ ...said, by: expect.stringMatching(/^key_/) })
  // Once is enough, until the person takes it back on the page; then only a newer one counts.
  expect((await start()).status).toBe(200)
  const holder = bindVerbs({ ...systemCtx(api.services, { id: 'test' }), actor: { type: 'anonymous', id: 'anonymous' } })
  const token = session.url.split('/').at(-1)
  expect((await holder.readVerifyPage({ token })).face).toMatchObject({ agreed_at: null, stated_at: said.agreed_at })
  await holder.takeBackFace({ token })
  expect((await holder.readVerifyPage({ token })).face.stated_at).toBeNull()
  // What the provider made of the face meanwhile is not heard.
  double.played.set(external, { decision: 'approved', ...ada, last_name: 'Withdrawn', liveness: true })
  expect((await send('stripe', messageOf('stripe', external))).status).toBe(200)
  expect(await read(session.id)).toMatchObject({ status: 'open', evidence_id: null, provider: 'stripe' })
  expect((await start()).body.errors).toMatchObject([{ pointer: '/face_consent', code: 'required' }])
  expect((await start(said)).body.errors).toMatchObject([{ pointer: '/face_consent/agreed_at', code: 'taken_back' }])
  expect((await start(agreed(Date.now() + 1_000))).status).toBe(200)
})

test('a provider that is not set up is said as such, and removed it hears nothing', async () => {
  await api.call('DELETE', '/v1/identity/providers/veriff', undefined, stranger)
  const asked = await api.call('POST', '/v1/identity/sessions', { wallet_address: fresh(), provider: 'persona' }, stranger)
  expect([asked.status, asked.body.code]).toEqual([422, 'provider_not_configured'])
  const open = await api.call('POST', '/v1/identity/sessions', { wallet_address: fresh() }, stranger)
  expect((await call('POST', `/identity/sessions/${open.body.id}/provider`, {}, stranger)).body.code).toBe('provider_not_configured')
  expect(
    (await call('POST', '/identity/sessions', { wallet_address: fresh(), provider: 'persona', methods: ['passport_chip'] })).body.code,
  ).toBe('conflicting_fields')
  const { external } = await begun('veriff', { decision: 'approved', ...ada, liveness: true })
  expect((await call('DELETE', '/identity/providers/veriff')).body).toMatchObject({ provider: 'veriff', removed: true })
  expect((await send('veriff', messageOf('veriff', external))).status).toBe(404)
  expect((await call('DELETE', '/identity/providers/veriff')).status).toBe(404)
})
