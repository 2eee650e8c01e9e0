import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiKeys, auditLogs, session, userRoles, users } from '#db/schema.ts'
import { mailsTo } from '../stored.ts'
import { startApi } from './harness.ts'
import { makeAccount, Person } from './person.ts'

/** Calls that need no session. Every other one needs a signed-in person, and those under /api/admin an admin. */
const OPEN = new Set([
  'POST /api/identity/providers/:name/:id',
  'GET /api/sign-on/start',
  'GET /api/sign-on/callback/:organization',
  'POST /api/sign-on/saml/:organization',
  'POST /api/sign-on/logout/:organization',
  'GET /api/sign-on/finish',
  'GET /api/sign-on/saml/:organization/metadata',
  'GET /api/sign-on/saml/:organization/logout',
  'POST /api/sign-on/saml/:organization/logout',
  'GET /api/auth/verify-email',
  'GET /api/auth/reset-password/:token',
  'POST /api/accounts/sign-up',
  'POST /api/accounts/sign-in',
  'POST /api/accounts/verify-mfa',
  'POST /api/accounts/passkey-sign-in/options',
  'POST /api/accounts/passkey-sign-in',
  'POST /api/accounts/wallet-sign-in/challenge',
  'POST /api/accounts/wallet-sign-in',
  'POST /api/appeals/challenge',
  'POST /api/appeals/session',
  'POST /api/appeals',
  'GET /api/appeals/:id',
  'POST /api/accounts/refresh',
  'POST /api/accounts/sign-out',
  'POST /api/accounts/resend-verification',
  'POST /api/accounts/reset-password',
  'POST /api/accounts/new-password',
  'GET /api/session',
  'POST /api/playground/session',
  'GET /api/status',
  'POST /api/status/subscribe',
  'POST /api/status/unsubscribe',
  'GET /api/status/unsubscribe',
  'POST /api/monitoring/logs',
  'POST /api/errors',
  'GET /api/status/incidents',
  'GET /api/status/feed.xml',
])
/** Messages of other machines, and what an identity provider's page posts: their signature says whose they are. */
const SIGNED = new Set([
  'POST /api/identity/providers/:name/:id',
  'POST /api/sign-on/saml/:organization',
  'POST /api/sign-on/saml/:organization/logout',
  'POST /api/sign-on/logout/:organization',
])
const accessOf = (route: string) => (OPEN.has(route) ? 'anyone' : route.includes(' /api/admin/') ? 'admin' : 'person')

/** The product's own functions; the others are operations of the public API under another name. */
const FUNCTIONS: Record<string, 'anyone' | 'person'> = {
  'send-contact-email': 'anyone',
  'audit-log': 'person',
  'wallet-transactions-list': 'person',
  'wallet-balance': 'person',
  'wallet-connect': 'person',
  'wallet-transaction-create': 'person',
}

let api: Awaited<ReturnType<typeof startApi>>
const people: Record<string, Person> = {}
const ids: Record<string, string> = {}
beforeAll(async () => {
  api = await startApi()
  for (const [name, role] of [
    ['investor', 'investor'],
    ['issuer', 'issuer'],
    ['admin', 'admin'],
    ['foreign', 'investor'],
  ] as const) {
    ids[name] = await makeAccount(api, `${name}@matrix.example`, role)
    people[name] = new Person(api)
    await people[name].signIn(`${name}@matrix.example`)
  }
  people.anonymous = new Person(api)
})
afterAll(() => api.stop())
const db = () => api.services.connection.db

/** The back-end calls that are mounted, as "METHOD /path". Operations of the public API have their own sweep. */
const mounted = () =>
  [
    ...new Set(
      api.app.routes
        .filter((route) => ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].includes(route.method))
        .map((route) => `${route.method} ${route.path}`),
    ),
  ].filter((route) => /^\w+ \/api\/(?!v1\/|wallets\/|credentials\/|compliance\/|transactions\/)/.test(route) && !route.includes('*'))

/** Leaves out what would end the caller's own session, what is no JSON, and cases, which issuers decide too (held in core/review/cases). */
const harmless = (route: string) => !/sign-out|sign-in$|revoke-others|\/api\/admin\/cases\/|feed\.xml/.test(route)
const call = (who: string, route: string) => {
  const [method = '', path = ''] = route.split(' ')
  return people[who]!.call(method, path.replace(/:\w+/g, 'unknown'), method === 'GET' ? undefined : {})
}
const refusedFor = (body: { code?: string } | null) => (body?.code === 'step_up_required' ? null : body?.code)

describe('back-end calls', () => {
  it('are known where they need no session', () => {
    expect([...OPEN].filter((route) => !mounted().includes(route))).toEqual([])
    expect(mounted().length).toBeGreaterThan(60)
  })

  it('answer each kind of person as it should, and refused admin calls are audited', async () => {
    for (const route of mounted().filter(harmless)) {
      const access = accessOf(route)
      const anonymous = await call('anonymous', route)
      expect([route, anonymous.status === 401 && anonymous.body.code]).toEqual([
        route,
        access === 'anyone' ? expect.not.stringMatching('not_signed_in') : 'not_signed_in',
      ])
      for (const who of ['investor', 'issuer', 'admin']) {
        const { status, body } = await call(who, route)
        const open = access !== 'admin' || who === 'admin'
        if (open) expect([who, route, refusedFor(body)]).not.toEqual([who, route, expect.stringMatching(/^(not_signed_in|forbidden)$/)])
        else expect([who, route, status, body.code]).toEqual([who, route, 403, 'forbidden'])
        expect([who, route, status < 500]).toEqual([who, route, true])
      }
    }
    const admin = mounted().filter((route) => harmless(route) && accessOf(route) === 'admin').length
    const denied = await db().select().from(auditLogs).where(eq(auditLogs.action, 'admin_access_denied'))
    expect(denied.filter((entry) => entry.user_id === ids.investor)).toHaveLength(admin)
    expect(denied.filter((entry) => entry.user_id === ids.issuer)).toHaveLength(admin)
    expect(denied.filter((entry) => entry.user_id === ids.admin)).toEqual([])

    // Whatever the body is like: nothing of it is read for somebody who may not.
    const writes = mounted().filter((each) => /^POST \/api\/admin\//.test(each))
    for (const route of writes) {
      const path = route.split(' ')[1]!.replace(/:\w+/g, 'unknown')
      const { status, body } = await people.investor!.post(path, '{')
      expect([route, status, body.code]).toEqual([route, 403, 'forbidden'])
    }
    const after = await db().select().from(auditLogs).where(eq(auditLogs.action, 'admin_access_denied'))
    expect(after).toHaveLength(denied.length + writes.length)
  })

  it('take no API key in place of a session', async () => {
    const { key } = await api.makeKey('production')
    for (const route of mounted().filter((each) => accessOf(each) !== 'anyone')) {
      const [method = '', path = ''] = route.split(' ')
      const { status } = await api.call(method, path.replace(/:\w+/g, 'unknown'), method === 'GET' ? undefined : {}, key)
      expect([route, status]).toEqual([route, 401])
    }
  })

  it('are refused to pages of other sites before anything is read', async () => {
    for (const route of mounted().filter((each) => each.startsWith('POST') && !SIGNED.has(each))) {
      const [, path = ''] = route.split(' ')
      const foreign: Record<string, string>[] = [{ origin: 'https://evil.example' }, { origin: 'null' }, { 'sec-fetch-site': 'cross-site' }]
      for (const headers of foreign) {
        const { body } = await people.admin!.call('POST', path.replace(/:\w+/g, 'unknown'), {}, headers)
        expect([route, body.code]).toEqual([route, 'cross_origin'])
      }
    }
  })
})

describe('functions', () => {
  it('need a session where they act for a person', async () => {
    for (const [name, access] of Object.entries(FUNCTIONS)) {
      const answer = await people.anonymous!.post(`/functions/v1/${name}`, {})
      expect([name, answer.status]).toEqual([name, access === 'anyone' ? 422 : 401])
      for (const who of ['investor', 'issuer', 'admin'])
        expect([name, who, (await people[who]!.post(`/functions/v1/${name}`, {})).status]).toEqual([name, who, 422])
    }
  })

  it('write audit entries about oneself only, except for an admin', async () => {
    const about = (who: string) => ({ userId: ids[who], action: 'api_access', category: 'user', status: 'success', details: {} })
    expect((await people.investor!.post('/functions/v1/audit-log', about('investor'))).status).toBe(200)
    expect((await people.investor!.post('/functions/v1/audit-log', about('issuer'))).status).toBe(403)
    expect((await people.admin!.post('/functions/v1/audit-log', about('issuer'))).status).toBe(200)
  })

  it('S17 write what a page reports as reported, and acts of administration for an admin only', async () => {
    const role = { userId: ids.investor, action: 'update_user_role', category: 'admin', details: { role: 'admin' } }
    expect((await people.investor!.post('/functions/v1/audit-log', role)).status).toBe(403)
    for (const change of [{ action: 'api_access' }, { category: 'user' }])
      expect((await people.investor!.post('/functions/v1/audit-log', { ...role, ...change })).status).toBe(403)
    const told = await people.admin!.post('/functions/v1/audit-log', role)
    expect(told.body.log).toMatchObject({ action: 'update_user_role', category: 'admin' })
    const { rows } = await api.services.connection.pool.query('select action, details from audit_logs where id = $1', [told.body.log.id])
    expect(rows).toEqual([{ action: 'reported:update_user_role', details: { role: 'admin', reported_by: 'page' } }])
  })

  it('take a key too, for the person who made it and within its scopes', async () => {
    const make = async (who: string, scopes = ['*']) =>
      (await people[who]!.post('/api/api-keys', { name: 'functions', environment: 'sandbox', scopes })).body.key as string
    const send = (name: string, body: object, key: string) =>
      people.anonymous!.call('POST', `/functions/v1/${name}`, body, { authorization: `Bearer ${key}` })
    const about = (who: string) => ({ userId: ids[who], action: 'api_access', category: 'user', status: 'success', details: {} })
    const [own, boss, narrow] = [await make('issuer'), await make('admin'), await make('issuer', ['wallets:read'])]
    const told = []
    for (const [key, who] of [
      [own, 'issuer'],
      [own, 'investor'],
      [boss, 'investor'],
      [narrow, 'issuer'],
      [`sw_sandbox_${'0'.repeat(64)}`, 'issuer'],
    ] as const)
      told.push((await send('audit-log', about(who), key)).status)
    expect(told).toEqual([200, 403, 200, 403, 401])
    const address = `0x${'6a'.repeat(20)}`
    const connect = { address, chainId: 1, provider: 'metamask' }
    expect((await send('wallet-connect', connect, narrow)).body.code).toBe('insufficient_scope')
    expect((await send('wallet-connect', connect, own)).body).toMatchObject({ isKYCVerified: false, walletId: expect.any(String) })
    expect((await send('wallet-transactions-list', { walletAddress: address }, narrow)).body).toEqual({ transactions: [] })
    expect((await send('wallet-transactions-list', { walletAddress: address }, boss)).status).toBe(403)
    expect((await send('wallet-balance', { address, chainId: 1 }, narrow)).body.balance).toBe('0.0000')
    // Naming somebody else's address shows nothing of what they noted about it.
    const noted = { walletAddress: address, transactionHash: `0x${'7b'.repeat(32)}`, fromAddress: address, toAddress: address, amount: '1' }
    expect((await send('wallet-transaction-create', noted, own)).status).toBe(200)
    expect((await send('wallet-connect', connect, boss)).status).toBe(200)
    expect((await send('wallet-transactions-list', { walletAddress: address }, boss)).body).toEqual({ transactions: [] })
    expect((await send('wallet-transactions-list', { walletAddress: address }, own)).body.transactions).toHaveLength(1)
  })

  it('lets a key renew no key that can do more, or that acts for another person', async () => {
    const make = async (scopes: string[]) =>
      (await people.issuer!.post('/api/api-keys', { name: 'r', environment: 'sandbox', scopes })).body
    const [broad, keeper, narrow] = [await make(['*']), await make(['keys:write', 'wallets:read']), await make(['wallets:read'])]
    const renew = async (id: string, key: string) =>
      (await people.anonymous!.call('POST', `/v1/keys/${id}/rotate`, { overlap_hours: 0 }, { authorization: `Bearer ${key}` })).body
    expect((await renew(broad.id, keeper.key)).code).toBe('insufficient_scope')
    expect((await renew(narrow.id, keeper.key)).key).toMatch(/^sw_sandbox_/)
    const colleague = await make(['wallets:read'])
    await db().update(apiKeys).set({ created_by: ids.admin! }).where(eq(apiKeys.id, colleague.id))
    expect((await renew(colleague.id, keeper.key)).code).toBe('insufficient_scope')
    expect((await renew(keeper.id, keeper.key)).key).toMatch(/^sw_sandbox_/)
  })

  it('sends no mail in the name of a sandbox that nobody stands behind', async () => {
    const { key } = (await people.anonymous!.post('/api/playground/session', {})).body
    const call = (path: string, body: object) => people.anonymous!.call('POST', path, body, { authorization: `Bearer ${key}` })
    const offering = await call('/v1/offerings', {
      name: 'Click http://evil.example to claim',
      type: 'equity',
      regulation: 'reg_d_506c',
      total_supply: '1000',
      price_per_token: '100',
      maximum_raise: '100000',
      status: 'open',
    })
    expect(offering.status, offering.text).toBe(201)
    const email = 'investor@matrix.example'
    expect((await call('/v1/invitations', { offering_id: offering.body.id, email })).status).toBe(201)
    expect((await mailsTo(api.services, email)).map((mail) => mail.subject).join()).not.toContain('evil')
    expect((await people.investor!.get('/api/notifications')).text).not.toContain('evil')
  })
})

describe('a foreign tenant', () => {
  it("finds nothing of another's: the same answer as for what does not exist", async () => {
    const key = (await people.investor!.post('/api/api-keys', { name: 'mine', environment: 'sandbox' })).body
    const [row] = await db().select().from(users).where(eq(users.id, ids.investor!))
    const [own] = await db().select().from(session).where(eq(session.userId, row!.auth_id))
    const strip = ({ request_id: _, ...rest }: Record<string, unknown>) => rest
    for (const [path, id] of [
      ['/api/api-keys/ID/revoke', key.id],
      ['/api/api-keys/ID/rotate', key.id],
      ['/api/accounts/sessions/ID/revoke', own!.id],
    ] as const) {
      const theirs = await people.foreign!.post(path.replace('ID', id), {})
      const none = await people.foreign!.post(path.replace('ID', 'key_00000000000000000000000000'), {})
      expect([path, theirs.status]).toEqual([path, none.status])
      expect(strip(theirs.body)).toEqual(strip(none.body))
    }
    expect((await people.foreign!.get('/api/api-keys')).body.data).toEqual([])
    expect(await people.investor!.user()).toMatchObject({ email: 'investor@matrix.example' })
    expect((await people.investor!.get('/api/api-keys')).body.data).toHaveLength(1)
    expect((await people.foreign!.get('/api/accounts/data-export')).text).not.toContain(ids.investor)
  })

  it('loses what a role gave the moment the role is gone', async () => {
    expect((await people.admin!.get('/api/admin/users')).status).toBe(200)
    await db().delete(userRoles).where(eq(userRoles.user_id, ids.admin!))
    expect((await people.admin!.get('/api/admin/users')).status).toBe(403)
    expect(await people.admin!.user()).toMatchObject({ role: 'investor' })
  })
})
