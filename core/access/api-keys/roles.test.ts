import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '#core/kernel/ids.ts'
import { ownerOf, PERMISSIONS, type Role, SCOPES, scopesFor } from '#core/kernel/permissions.ts'
import { userRoles } from '#db/schema.ts'
import { startApi } from '#tests/api/harness.ts'
import { makeAccount, Person } from '#tests/api/person.ts'
import { keyCache } from './authenticate.ts'
import { listenForChanges } from './listen.ts'

let api: Awaited<ReturnType<typeof startApi>>
let stopListening: () => Promise<void>
const people: Partial<Record<Role, Person>> = {}
const ids: Partial<Record<Role, string>> = {}
beforeAll(async () => {
  api = await startApi()
  const { keyring, log } = api.services
  stopListening = await listenForChanges(api.databaseUrl, keyCache, keyring, log)
  for (const role of ['admin', 'issuer', 'investor'] as const) {
    ids[role] = await makeAccount(api, `${role}@keys.example`, role)
    people[role] = new Person(api)
    await people[role].signIn(`${role}@keys.example`)
  }
})
afterAll(async () => {
  await stopListening()
  await api.stop()
})

const make = async (role: Role, environment: string, scopes?: string[]) =>
  people[role]!.post('/api/api-keys', { name: 'capped', environment, ...(scopes && { scopes }) })
const setRoles = async (userId: string, ...roles: Role[]) => {
  const { db } = api.services.connection
  await db.transaction(async (tx) => {
    await tx.delete(userRoles).where(eq(userRoles.user_id, userId))
    for (const role of roles) await tx.insert(userRoles).values({ id: newId('user_role'), user_id: userId, role })
  })
}

it('S8 an investor makes no production key that does what an investor may not', async () => {
  const made = (await make('investor', 'production')).body
  expect(made.scopes).toEqual(scopesFor(ownerOf('investor'), 'production'))
  expect(made.scopes).not.toContain('*')
  for (const o of api.catalogue.filter((one) => !one.sandboxOnly)) {
    const path = `/v1${o.path.replace(/\{\w+\}/g, 'x')}${o.id === 'events.stream' ? '?wait=0' : ''}`
    const body = o.method === 'get' ? undefined : o.upload ? 'x' : {}
    const { status, body: answer } = await api.call(
      o.method.toUpperCase(),
      path,
      body,
      made.key,
      o.upload && { 'content-type': 'text/csv' },
    )
    const roles: readonly string[] = PERMISSIONS[o.permission].roles
    const refused = roles.length > 0 && !roles.includes('investor')
    expect([o.id, answer?.code === 'insufficient_scope']).toEqual([o.id, refused])
    if (refused) expect([o.id, status]).toEqual([o.id, 403])
  }
  const beyond = await make('investor', 'production', ['offerings:write', 'wallets:read'])
  expect(beyond).toMatchObject({ status: 422, body: { errors: [{ pointer: '/scopes', code: 'not_allowed' }] } })
  expect(beyond.body.errors[0].detail).toContain('offerings:write')
  // In a sandbox of one's own everything can be tried.
  const sandbox = (await make('investor', 'sandbox')).body
  expect(sandbox.scopes).toEqual(['*'])
  expect((await api.call('GET', '/v1/offerings', undefined, sandbox.key)).status).toBe(200)
  expect(scopesFor(ownerOf('investor'), 'sandbox')).toEqual(SCOPES)
})

it('S8 a key follows its person: what a role gave is gone from it at once, in every process', async () => {
  const { key } = (await make('issuer', 'production')).body
  const offerings = () => api.call('GET', '/v1/offerings', undefined, key)
  expect((await offerings()).status).toBe(200)
  // As another process does it: this one is told by the database.
  await setRoles(ids.issuer!, 'investor')
  await expect.poll(async () => (await offerings()).status).toBe(403)
  expect((await offerings()).body.detail).toContain('needs the role issuer or admin')
  const self = (await api.call('GET', '/v1/keys/self', undefined, key)).body
  expect(self.scopes).toEqual(scopesFor(ownerOf('investor'), 'production'))
  expect((await people.issuer!.get('/api/api-keys')).body.data[0].scopes).toEqual(self.scopes)
  // What one no longer may do oneself, one cannot hand on either.
  expect((await make('issuer', 'production', ['cases:write'])).status).toBe(422)
  await setRoles(ids.issuer!, 'issuer')
  await expect.poll(async () => (await offerings()).status).toBe(200)
})
