import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '#core/kernel/ids.ts'
import { coversRole, GRANTABLE, may, memberMay, NAMED_ROLES, ownerOf, PERMISSIONS, scopesFor } from '#core/kernel/permissions.ts'
import { systemCtx } from '#core/kernel/system.ts'
import { apiKeys, memberships, organizationRoles, serviceAccounts, session, userRoles, users } from '#db/schema.ts'
import { startApi } from '#tests/api/harness.ts'
import { makeAccount, Person } from '#tests/api/person.ts'
import { createAuth } from '../accounts/auth-library.ts'
import { readSession } from '../accounts/session.ts'
import { keyCache } from '../api-keys/authenticate.ts'
import { makeApiKey } from '../api-keys/create.ts'
import { listenForChanges } from '../api-keys/listen.ts'
import { makeKeyByOperator } from '../api-keys/make-by-operator.ts'

let api: Awaited<ReturnType<typeof startApi>>
let stopListening: () => Promise<void>
const db = () => api.services.connection.db
const role = NAMED_ROLES
/** Everybody belongs to the organisation of the first, who is an issuer; each has one of their own besides. */
let organization = ''
const ids: Record<string, string> = {}

beforeAll(async () => {
  api = await startApi()
  const { keyring, log } = api.services
  stopListening = await listenForChanges(api.databaseUrl, keyCache, keyring, log)
  ids.owner = await makeAccount(api, 'owner@powers.example', 'issuer')
  organization = await homeOf(ids.owner)
  for (const name of role.filter((one) => one !== 'owner')) {
    ids[name] = await makeAccount(api, `${name}@powers.example`)
    await join(ids[name], name)
  }
})
afterAll(async () => {
  await stopListening()
  await api.stop()
})

async function homeOf(id: string): Promise<string> {
  const [row] = await db().select({ id: users.organization_id }).from(users).where(eq(users.id, id))
  return row!.id
}
const join = (userId: string, as: (typeof role)[number] | 'custom', roleId: string | null = null) =>
  db()
    .insert(memberships)
    .values({ id: newId('membership'), organization_id: organization, user_id: userId, role: as, role_id: roleId, came: 'invited' })
const membership = (userId: string) => and(eq(memberships.user_id, userId), eq(memberships.organization_id, organization))
/** A production key with every scope, whatever its maker may. */
async function keyOf(name: string): Promise<string> {
  const ctx = systemCtx(api.services, { id: 'operator', organizationId: organization, environment: 'production' })
  const made = await makeApiKey({
    ctx,
    input: { name, environment: 'production', scopes: ['*'], allowed_ips: [] },
    madeFor: ids[name]!,
  })
  await db()
    .update(apiKeys)
    .set({ scopes: ['*'] })
    .where(eq(apiKeys.id, made.id))
  return made.key
}
const working = async (name: string, organizationId = organization) => {
  const person = new Person(api)
  await person.signIn(`${name}@powers.example`)
  const [row] = await db().select({ auth: users.auth_id }).from(users).where(eq(users.id, ids[name]!))
  await db().update(session).set({ activeOrganizationId: organizationId }).where(eq(session.userId, row!.auth))
  const auth = createAuth(api.services, { secret: api.services.keyring.derive('sessions'), rateLimit: false })
  const cookie = [...person.cookies].map(([key, value]) => `${key}=${value}`).join('; ')
  return async () => (await readSession(api.services, auth, new Headers({ cookie }), { ip: null }))!
}

it('each operation answers a production key of each member as the table says', async () => {
  for (const name of role) {
    const key = await keyOf(name)
    const member = { ...ownerOf('issuer'), role: name }
    for (const o of api.catalogue.filter((one) => !one.sandboxOnly)) {
      const path = `/v1${o.path.replace(/\{\w+\}/g, 'x')}${o.id === 'events.stream' ? '?wait=0' : ''}`
      const body = o.method === 'get' ? undefined : o.upload ? 'x' : {}
      const { body: answer } = await api.call(o.method.toUpperCase(), path, body, key, o.upload && { 'content-type': 'text/csv' })
      const refused = PERMISSIONS[o.permission].roles.length > 0 && !memberMay(member, o.permission)
      expect([name, o.id, answer?.code === 'insufficient_scope'], JSON.stringify(answer)).toEqual([name, o.id, refused])
    }
  }
}, 120_000)

it('a key the operator makes says whose authority it carries, reads in production unless more is asked for, and is no more than its person', async () => {
  const make = (name: string, environment: 'sandbox' | 'production', scopes: string[] | null = null) =>
    makeKeyByOperator(api.services, { email: `${name}@powers.example`, name: 'By hand', environment, scopes })
  const cases = async (key: string) => (await api.call('POST', '/v1/cases/cas_none/decide', {}, key)).body.code
  const reads = await make('owner', 'production')
  expect(reads.authority).toMatch(/owner@powers\.example, owner of org_\w+, in the production.*Scopes: audit:read, /)
  expect(reads.authority).not.toMatch(/:(write|verify|check|issue|erase)/)
  expect([(await api.call('GET', '/v1/cases', undefined, reads.key)).status, await cases(reads.key)]).toEqual([200, 'insufficient_scope'])
  const full = await make('owner', 'production', ['*'])
  expect([await cases(full.key), (await make('owner', 'sandbox')).authority.endsWith('Scopes: everything.')]).not.toContain(
    'insufficient_scope',
  )
  // Of somebody who is no issuer: less, whatever is asked for.
  expect((await make('auditor', 'production', ['*'])).authority).not.toMatch(/cases:write|everything/)
  await expect(make('auditor', 'production', ['cases:write'])).rejects.toMatchObject({ code: 'validation_failed' })
  await expect(make('owner', 'production', ['no:such'])).rejects.toMatchObject({ code: 'validation_failed' })
  await expect(make('nobody', 'production')).rejects.toMatchObject({ code: 'not_found' })
})

it('a person has in each organisation what their role there has, and of the platform what they have themselves', async () => {
  const there = await working('reviewer')
  const { actor } = await there()
  expect(actor).toMatchObject({ organizationId: organization, role: 'investor', member: { role: 'reviewer', standing: 'issuer' } })
  for (const name of Object.keys(PERMISSIONS) as (keyof typeof PERMISSIONS)[]) {
    const { members, roles } = PERMISSIONS[name] as { members: readonly string[] | null; roles: readonly string[] }
    expect([name, may(actor, name)]).toEqual([
      name,
      members ? roles.length > 0 && members.includes('reviewer') : roles.includes('investor'),
    ])
  }
  const home = await working('reviewer', await homeOf(ids.reviewer!))
  expect((await home()).actor).toMatchObject({
    organizationId: await homeOf(ids.reviewer!),
    member: { role: 'owner', standing: 'investor' },
  })
  expect(may((await home()).actor, 'cases.read')).toBe(false)
})

it('nobody works in an organisation they are not a member of, and whose membership ends works in their own', async () => {
  const stranger = await makeAccount(api, 'stranger@powers.example')
  ids.stranger = stranger
  const elsewhere = await working('stranger')
  expect((await elsewhere()).actor.organizationId).toBe(await homeOf(stranger))
  const there = await working('auditor')
  expect((await there()).actor.member).toMatchObject({ role: 'auditor' })
  await db().update(memberships).set({ ended_at: new Date(), ended_by: ids.owner! }).where(membership(ids.auditor!))
  expect((await there()).actor).toMatchObject({ organizationId: await homeOf(ids.auditor!), member: { role: 'owner' } })
})

it('a key stops at once where its maker leaves, one of a service account goes on until that ends', async () => {
  const [own, serviced] = [await keyOf('developer'), await keyOf('developer')]
  const account = newId('service_account')
  await db()
    .insert(serviceAccounts)
    .values({ id: account, organization_id: organization, name: 'Settlement', role: 'issuer_operations', created_by: ids.owner! })
  const hash = (await import('../api-keys/authenticate.ts')).hashKey(serviced)
  await db().update(apiKeys).set({ service_account_id: account }).where(eq(apiKeys.key_hash, hash))
  keyCache.clear()
  const offerings = async (key: string, method = 'GET', body?: unknown) => {
    const { status, body: answer } = await api.call(method, '/v1/offerings', body, key)
    return status < 300 ? status : answer.code
  }
  expect([await offerings(own), await offerings(own, 'POST', {})]).toEqual([200, 'insufficient_scope'])
  expect([await offerings(serviced), await offerings(serviced, 'POST', {})]).toEqual([200, 'validation_failed'])
  await db().update(memberships).set({ ended_at: new Date(), ended_by: ids.owner! }).where(membership(ids.developer!))
  await expect.poll(() => offerings(own)).toBe('maker_left')
  expect(await offerings(serviced)).toBe(200)
  await db().update(serviceAccounts).set({ ended_at: new Date(), ended_by: ids.owner! }).where(eq(serviceAccounts.id, account))
  await expect.poll(() => offerings(serviced)).toBe('service_account_ended')
})

it('an organisation is an issuer’s while an owner of it is one, and the keys of all its members follow', async () => {
  const key = await keyOf('issuer_operations')
  const status = async () => (await api.call('GET', '/v1/offerings', undefined, key)).status
  expect(await status()).toBe(200)
  await db().delete(userRoles).where(eq(userRoles.user_id, ids.owner!))
  await expect.poll(status).toBe(403)
  await db()
    .insert(userRoles)
    .values({ id: newId('user_role'), user_id: ids.owner!, role: 'issuer' })
  await expect.poll(status).toBe(200)
  // An issuer who is no owner makes it none.
  await db().update(users).set({ suspended_at: new Date(), suspended_reason: 'misuse' }).where(eq(users.id, ids.owner!))
  await db()
    .insert(userRoles)
    .values({ id: newId('user_role'), user_id: ids.admin!, role: 'issuer' })
  await expect.poll(status).toBe(403)
  await db().update(users).set({ suspended_at: null, suspended_reason: null }).where(eq(users.id, ids.owner!))
  await expect.poll(status).toBe(200)
})

it('an own role has what it names, and never what is the owner’s or the platform’s', async () => {
  const id = newId('organization_role')
  const permissions = ['offerings.read', 'organization.own', 'users.read']
  await db().insert(organizationRoles).values({ id, organization_id: organization, name: 'Clerk', permissions, created_by: ids.owner! })
  ids.clerk = await makeAccount(api, 'clerk@powers.example')
  await join(ids.clerk, 'custom', id)
  const { actor } = await (await working('clerk'))()
  expect([may(actor, 'offerings.read'), may(actor, 'offerings.write'), may(actor, 'users.read'), may(actor, 'organization.own')]).toEqual([
    true,
    false,
    false,
    false,
  ])
  expect(GRANTABLE).not.toContain('organization.own')
  expect(GRANTABLE).not.toContain('users.read')
  expect(scopesFor(actor.member, 'production')).toEqual(['keys:read', 'offerings:read'])
  const as = (role: (typeof NAMED_ROLES)[number]) => ({ ...ownerOf('issuer'), role })
  expect([coversRole(as('owner'), as('admin')), coversRole(as('admin'), as('owner')), coversRole(as('auditor'), as('developer'))]).toEqual([
    true,
    false,
    false,
  ])
})
