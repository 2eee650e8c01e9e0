import { readFileSync } from 'node:fs'
import { and, eq } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '#core/kernel/ids.ts'
import { emailHash } from '#core/kernel/people.ts'
import { CURRENT_VERSION } from '#core/kernel/versions.ts'
import { apiKeys, auditLogs, passkey, session, users } from '#db/schema.ts'
import { startApi } from '#tests/api/harness.ts'
import { makeAccount, PASSWORD, Person } from '#tests/api/person.ts'
import { mailsTo as storedMails } from '#tests/stored.ts'
import { generateKey } from '../api-keys/authenticate.ts'
import { MOST_KEYS } from '../api-keys/room.ts'
import { endSecondFactorByOperator } from '../second-factor/end-by-operator.ts'

const HOUR = 3_600_000
let api: Awaited<ReturnType<typeof startApi>>
const db = () => api.services.connection.db
beforeAll(async () => {
  api = await startApi({ REQUIRE_SECOND_FACTOR: '1' })
})
afterAll(() => api.stop())

async function signedIn(email: string, role: 'admin' | 'issuer' | 'investor' = 'investor') {
  const id = await makeAccount(api, email, role)
  const person = new Person(api)
  await person.signIn(email)
  const [row] = await db().select().from(users).where(eq(users.id, id))
  return { id, person, authId: row!.auth_id }
}
const prove = (authId: string, at: Date | null = new Date()) =>
  db().update(session).set({ secondFactorAt: at }).where(eq(session.userId, authId))
const addPasskey = async (authId: string) =>
  db()
    .insert(passkey)
    .values({ id: crypto.randomUUID(), publicKey: 'x', userId: authId, credentialID: authId, counter: 0, deviceType: 's', backedUp: false })

it('S9 an administrator or issuer does nothing but keep the own account before a second factor is proven', async () => {
  for (const role of ['admin', 'issuer'] as const) {
    const { person, authId } = await signedIn(`${role}@factor.example`, role)
    const privileged = [
      ['GET', '/api/admin/users'],
      ['GET', '/api/admin/audit'],
      ['POST', '/api/api-keys'],
      ['GET', '/api/api-keys'],
    ].filter(([, path]) => role === 'admin' || !path!.includes('admin'))
    const seen = async () => {
      const answers = []
      for (const [method, path] of privileged)
        answers.push((await person.call(method!, path!, method === 'POST' ? { name: 'k', environment: 'sandbox' } : undefined)).body)
      return answers
    }
    for (const body of await seen()) expect(body).toMatchObject({ code: 'step_up_required', proof: 'set_up' })
    expect((await person.get('/api/accounts/security')).status).toBe(200)
    expect((await person.post('/api/accounts/mfa/setup')).status).toBe(200)
    await addPasskey(authId)
    for (const body of await seen()) expect(body).toMatchObject({ code: 'step_up_required', proof: 'second_factor' })
    // With a passkey in the account the password alone opens no session any more.
    expect((await new Person(api).signIn(`${role}@factor.example`)).body).toMatchObject({ mfa_required: true, user: null })
    await prove(authId)
    for (const body of await seen()) expect(body.code).toBeUndefined()
  }
})

it('who lost every factor is let in again by the operator, told by mail, and nothing of before opens the account', async () => {
  const email = 'lost@factor.example'
  const { id, person, authId } = await signedIn(email, 'issuer')
  await addPasskey(authId)
  expect((await new Person(api).signIn(email)).body).toMatchObject({ mfa_required: true })
  expect(await endSecondFactorByOperator(api.services, { userId: id, reason: 'seen in person' })).toBe(1)
  expect((await person.get('/api/session')).body.user).toBeNull()
  expect((await new Person(api).signIn(email)).body.user).toMatchObject({ email })
  const [entry] = await db()
    .select()
    .from(auditLogs)
    .where(and(eq(auditLogs.subject_id, id), eq(auditLogs.action, 'mfa_disabled')))
  expect(entry).toMatchObject({ actor_id: 'operator', details: { operator: true, reason: 'seen in person', passkeys: 1 } })
  expect((await storedMails(api.services, email)).map((mail) => mail.text).join()).toContain('Two-step sign-in was turned off')
})

it('S9 whoever makes a production key proves a second factor; a sandbox key takes none', async () => {
  const { person, authId } = await signedIn('maker@factor.example')
  const make = (environment: string) => person.post('/api/api-keys', { name: 'k', environment })
  expect((await make('sandbox')).status).toBe(201)
  expect((await make('production')).body).toMatchObject({ code: 'step_up_required', proof: 'set_up' })
  await addPasskey(authId)
  await prove(authId)
  const made = await make('production')
  expect(made.status, made.text).toBe(201)
  await prove(authId, new Date(Date.now() - HOUR))
  expect((await person.post(`/api/api-keys/${made.body.id}/rotate`, {})).body).toMatchObject({ code: 'step_up_required' })
})

it('V6.3.3 where the operator wants a second factor of everybody, an investor too does nothing but keep the own account without', async () => {
  const { person, authId } = await signedIn('everybody@factor.example')
  const asked = () => Promise.all(['/api/api-keys', '/api/notifications'].map(async (path) => (await person.get(path)).body))
  for (const body of await asked()) expect(body).not.toHaveProperty('code')
  api.services.config.secondFactorOfAll = true
  try {
    for (const body of await asked()) expect(body).toMatchObject({ code: 'step_up_required', proof: 'set_up' })
    expect((await person.get('/api/accounts/security')).status).toBe(200)
    expect((await person.post('/api/accounts/mfa/setup')).status).toBe(200)
    await addPasskey(authId)
    await prove(authId)
    for (const body of await asked()) expect(body).not.toHaveProperty('code')
  } finally {
    api.services.config.secondFactorOfAll = false
  }
})

it('S9 sessions end after 30 days, of administrators after 12 hours, however often they are used and renewed', async () => {
  for (const [role, hours] of [
    ['investor', 30 * 24],
    ['admin', 12],
  ] as const) {
    const { person, authId } = await signedIn(`${role}@ends.example`, role)
    const begun = (ago: number) =>
      db()
        .update(session)
        .set({ startedAt: new Date(Date.now() - ago * HOUR) })
        .where(eq(session.userId, authId))
    await begun(hours - 1)
    expect(await person.user()).toMatchObject({ email: `${role}@ends.example` })
    expect((await person.post('/api/accounts/step-up', { password: PASSWORD })).status).toBe(200)
    const [renewed] = await db().select().from(session).where(eq(session.userId, authId))
    expect(Math.round((Date.now() - renewed!.startedAt.getTime()) / HOUR)).toBe(hours - 1)
    await begun(hours)
    expect(await person.user()).toBeNull()
    expect((await person.get('/api/accounts/security')).status).toBe(401)
    expect(await db().select().from(session).where(eq(session.userId, authId))).toEqual([])
  }
})

it('S9 an account is suspended at once, with its sessions and keys, and comes back as an administrator lets it', async () => {
  const boss = await signedIn('boss@suspend.example', 'admin')
  await addPasskey(boss.authId)
  await prove(boss.authId)
  const { id, person } = await signedIn('held@suspend.example')
  const { key } = (await person.post('/api/api-keys', { name: 'k', environment: 'sandbox' })).body
  const use = () => api.call('GET', '/v1/keys/self', undefined, key)
  expect((await use()).status).toBe(200)
  const suspend = (who: string, body: object) => boss.person.post(`/api/admin/users/${who}/suspend`, body)
  expect((await suspend(boss.id, { reason: 'left' })).body.code).toBe('conflict')
  expect((await suspend(id, { reason: 'bored' })).status).toBe(422)
  expect((await suspend(id, { reason: 'compromised', revoke_keys: false })).status).toBe(200)
  expect(await use()).toMatchObject({ status: 403, body: { code: 'account_suspended' } })
  expect((await person.get('/api/accounts/security')).status).toBe(401)
  expect((await new Person(api).signIn('held@suspend.example')).body.code).toBe('account_suspended')
  expect((await new Person(api).signIn('held@suspend.example', 'Wrong-Pass-1')).body.code).toBe('invalid_credentials')
  expect((await suspend(id, { reason: 'left' })).body.code).toBe('invalid_transition')
  expect((await boss.person.post(`/api/admin/users/${id}/reactivate`, { reason: 'settled' })).status).toBe(200)
  expect((await use()).status).toBe(200)
  expect((await new Person(api).signIn('held@suspend.example')).body.success).toBe(true)
  const entries = await db().select().from(auditLogs).where(eq(auditLogs.subject_id, id))
  expect(entries.map((entry) => entry.action)).toEqual(expect.arrayContaining(['account_suspended', 'account_reactivated']))
})

it('S15 a refresh token that comes a second time ends its session for everybody, and the person is told', async () => {
  const { authId, id } = await signedIn('native@refresh.example')
  const native = await api.call('POST', '/api/accounts/sign-in', { email: 'native@refresh.example', password: PASSWORD }, null, {
    'sealwright-client': 'native',
  })
  const refresh = (refresh_token: string) => api.call('POST', '/api/accounts/refresh', { refresh_token })
  const first = native.body.session.refresh_token
  const second = (await refresh(first)).body
  expect(second.refresh_token).not.toBe(first)
  const third = (await refresh(second.refresh_token)).body
  expect(await refresh(first)).toMatchObject({ status: 401, body: { code: 'session_expired' } })
  // The newest is worth nothing either, nor is the access token.
  expect((await refresh(third.refresh_token)).status).toBe(401)
  const own = await api.call('GET', '/api/accounts/security', undefined, null, { authorization: `Bearer ${third.access_token}` })
  expect(own.status).toBe(401)
  expect(await db().select().from(session).where(eq(session.userId, authId))).toHaveLength(1)
  const entries = await db().select().from(auditLogs).where(eq(auditLogs.user_id, id))
  expect(entries.filter((entry) => entry.action === 'refresh_token_reused')).toHaveLength(1)
  expect((await refresh(`${first.slice(0, -2)}xx`)).status).toBe(401)
})

const form = (email: string) => ({
  email,
  password: 'Fresh-Horse-78',
  firstName: 'Vic',
  lastName: 'Tim',
  phone: '+14155550123',
  companyName: 'C',
  solutionsInterest: ['nfts'],
  country: 'Germany',
})
const confirmation = async (email: string) => {
  const [mail] = await storedMails(api.services, email)
  const { pathname, search } = new URL(/http\S+verify-email\S+/.exec(mail!.text)![0])
  return pathname + search
}

it('S15 who signed up somebody else’s address gets nothing by the owner’s click', async () => {
  const email = 'victim@hijack.example'
  const attacker = new Person(api)
  expect((await attacker.post('/api/accounts/sign-up', form(email))).status).toBe(201)
  const owner = new Person(api)
  const opened = await owner.get(await confirmation(email))
  const to = new URL(opened.headers.get('location')!, 'http://x')
  expect([opened.status, to.pathname, to.searchParams.get('confirms')]).toEqual([302, '/reset-password', '1'])
  // The click alone confirms nothing.
  expect(await owner.user()).toBeNull()
  expect((await new Person(api).signIn(email, 'Fresh-Horse-78')).body.code).toBe('forbidden')
  const token = to.searchParams.get('token')
  expect((await owner.post('/api/accounts/new-password', { token, password: 'Owners-Horse-9' })).status).toBe(200)
  expect((await attacker.signIn(email, 'Fresh-Horse-78')).body.code).toBe('invalid_credentials')
  expect((await owner.signIn(email, 'Owners-Horse-9')).body.success).toBe(true)
})

it('S15 signing up does the same work for a known address as for a new one', async () => {
  await makeAccount(api, 'known@work.example')
  const { Client } = pg
  const { query } = Client.prototype
  const counted = async (email: string) => {
    let queries = 0
    Client.prototype.query = function (this: unknown, ...args: unknown[]) {
      queries++
      return (query as (...all: unknown[]) => unknown).apply(this, args)
    } as typeof query
    const person = new Person(api)
    const answer = await person.post('/api/accounts/sign-up', form(email))
    Client.prototype.query = query
    expect([answer.status, answer.body, [...person.cookies.keys()]]).toEqual([201, { success: true }, ['sealwright.sign_up']])
    return queries
  }
  await counted('warm@work.example')
  const [fresh, known] = [await counted('fresh@work.example'), await counted('known@work.example')]
  expect(fresh).toBeGreaterThan(10)
  expect(Math.abs(fresh - known) / fresh).toBeLessThan(0.25)
  // Nothing of it stays.
  expect(
    await db()
      .select()
      .from(users)
      .where(eq(users.email_hash, emailHash(api.services, 'known@work.example'))),
  ).toHaveLength(1)
  expect(readFileSync('core/access/accounts/sign-up.ts', 'utf8')).toContain('hasher.hash(input.password)')
})

it('S14 of six renewals at once one makes a key, and keys, endpoints and sessions have an end', async () => {
  const { person, authId, id } = await signedIn('many@bounds.example')
  const { body: key } = await person.post('/api/api-keys', { name: 'k', environment: 'sandbox' })
  const renewed = await Promise.all(Array.from({ length: 6 }, () => person.post(`/api/api-keys/${key.id}/rotate`, {})))
  expect(renewed.map((answer) => answer.status).sort()).toEqual([201, 409, 409, 409, 409, 409])
  const keys = await db().select().from(apiKeys).where(eq(apiKeys.created_by, id))
  expect(keys).toHaveLength(2)
  const fill = Array.from({ length: MOST_KEYS - 3 }, () => {
    const made = generateKey('sandbox')
    const { organization_id } = keys[0]!
    const texts = {
      name: 'f',
      key_prefix: made.keyPrefix,
      key_hash: made.keyHash,
      environment: 'sandbox' as const,
      api_version: CURRENT_VERSION,
    }
    return { id: newId('api_key'), organization_id, created_by: id, ...texts }
  })
  await db().insert(apiKeys).values(fill)
  const last = await Promise.all([1, 2, 3].map(() => person.post('/api/api-keys', { name: 'k', environment: 'sandbox' })))
  expect(last.map((answer) => answer.status).sort()).toEqual([201, 409, 409])
  expect(last.find((answer) => answer.status === 409)!.body.detail).toContain('200 API keys')
  const old = Array.from({ length: 150 }, (_, n) => ({ n, at: new Date(Date.now() - n * HOUR) }))
  await db()
    .insert(session)
    .values(
      old.map(({ n, at }) => ({ id: `s${n}`, token: `t${n}`, userId: authId, expiresAt: new Date(Date.now() + HOUR), createdAt: at })),
    )
  await person.signIn('many@bounds.example')
  expect((await db().select().from(session).where(eq(session.userId, authId))).length).toBeLessThanOrEqual(101)
})

it('S16 the export of one’s data and a request for erasure take a fresh proof', async () => {
  const { person, authId } = await signedIn('data@proof.example')
  await db()
    .update(session)
    .set({ confirmedAt: new Date(Date.now() - HOUR) })
    .where(eq(session.userId, authId))
  for (const ask of [() => person.get('/api/accounts/data-export'), () => person.post('/api/accounts/erasure', {})])
    expect((await ask()).body).toMatchObject({ code: 'step_up_required', proof: 'password' })
  await person.post('/api/accounts/step-up', { password: PASSWORD })
  expect((await person.get('/api/accounts/data-export')).status).toBe(200)
  expect((await person.post('/api/accounts/erasure', {})).status).toBe(201)
})
