import { eq, isNotNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { KeyCache } from '#core/access/api-keys/authenticate.ts'
import { listenForChanges } from '#core/access/api-keys/listen.ts'
import { Erased } from '#core/kernel/keys/keyring.ts'
import { KeyMissing } from '#core/kernel/keys/lost.ts'
import { openKeyring } from '#core/kernel/keys/open.ts'
import { eraseRestored } from '#core/upkeep/erasure/restored.ts'
import { giveUpLostKeys } from '#core/upkeep/lost-keys.ts'
import { auditLogs, erasures, investors, persons, subjectKeys } from '#db/schema.ts'
import { createTestDatabase, type TestDatabase } from '#db/test-database.ts'
import { startApi } from './harness.ts'

let apart: TestDatabase
let api: Awaited<ReturnType<typeof startApi>>
beforeAll(async () => {
  apart = await createTestDatabase()
  api = await startApi({ KEYS_DATABASE_URL: apart.url })
})
afterAll(async () => {
  // What it looks at in the end, it opens with these keys.
  await api?.stop()
  await api?.services.keyring.close()
  await apart.drop()
})

test('S13 with keys in a database of their own an erasure reaches every backup of the main one', async () => {
  const { keyring, connection, log } = api.services
  const { db } = connection
  const { key } = await api.makeKey('sandbox')
  const stop = await listenForChanges(api.databaseUrl, new KeyCache(), keyring, log)
  const investor = await api.call(
    'POST',
    '/api/v1/investors',
    { full_name: 'Bea Backup', email: 'bea@people.example', country: 'DE', date_of_birth: '1984-03-02' },
    key,
  )
  expect(investor.status, investor.text).toBe(201)
  const [person] = await db.select().from(persons).where(isNotNull(persons.pii_sealed))
  const open = (ring: typeof keyring) =>
    ring.open<{ full_name: string }>(db, person!.subject_key_id, `persons.pii:${person!.id}`, person!.pii_sealed!)
  expect((await open(keyring)).full_name).toBe('Bea Backup')
  // No key lies beside what it seals.
  expect(await db.$count(subjectKeys, sql`octet_length(wrapped_key) > 0`)).toBe(0)
  const keysOf = async (on: typeof db) => on.select().from(subjectKeys).where(eq(subjectKeys.id, person!.subject_key_id))
  expect(await keysOf(apart.db)).toMatchObject([{ wrapped_key: expect.any(Buffer) }])

  // An erasure that fails destroys nothing.
  await db
    .transaction(async (tx) => {
      await keyring.destroy(tx, { ids: [person!.subject_key_id], at: new Date() })
      throw new Error('undone')
    })
    .catch(() => {})
  await keyring.carryOut()
  expect((await open(keyring)).full_name).toBe('Bea Backup')

  const backup = { person: await db.select().from(persons), keys: await db.select().from(subjectKeys) }
  expect((await api.call('POST', '/api/v1/erasures', { investor_id: investor.body.id }, key)).body).toMatchObject({ status: 'erased' })
  await expect.poll(async () => (await keysOf(apart.db))[0]!.wrapped_key).toBeNull()

  // The main database as it was before.
  await db.transaction(async (tx) => {
    await tx.delete(persons)
    await tx.insert(persons).values(backup.person)
    await tx.update(investors).set({ status: 'verified', identity_status: 'verified' })
    await tx.delete(erasures)
  })
  await db.delete(subjectKeys)
  if (backup.keys.length) await db.insert(subjectKeys).values(backup.keys)
  const settings = { secret: keyring.master, formerSecret: null, service: null, keysUrl: apart.url }
  const restored = await openKeyring(connection, settings)
  await expect(open(restored)).rejects.toThrow(Erased)
  await restored.close()
  // What else came back of them counts no more, and may be asked to go.
  await eraseRestored(api.services)
  const [now] = await db.select().from(persons).where(eq(persons.id, person!.id))
  expect(now).toMatchObject({ pii_sealed: null, person_key: null, erased_at: expect.any(Date) })
  expect(await db.select().from(investors)).toMatchObject([{ status: 'incomplete', identity_status: 'incomplete', wallet_id: null }])
  expect((await api.call('POST', '/api/v1/erasures', { investor_id: investor.body.id }, key)).body).toMatchObject({ status: 'erased' })
  await eraseRestored(api.services)
  expect(await db.$count(auditLogs, eq(auditLogs.action, 'person_erased'))).toBe(3)
  await stop()
})

test('whoever was restricted is so again when an older main database comes back: the file opens for who is let at it, and ends once erased', async () => {
  const { db } = api.services.connection
  const { key } = await api.makeKey('sandbox')
  const call = (method: string, path: string, body?: object) => api.call(method, `/api/v1${path}`, body, key)
  const facts = { full_name: 'Dora Restored', email: 'dora@people.example', country: 'DE', date_of_birth: '1984-03-02' }
  const { id } = (await call('POST', '/investors', facts)).body
  const [row] = await db.select({ person_id: investors.person_id }).from(investors).where(eq(investors.id, id))
  const own = eq(persons.id, row!.person_id)
  const [before] = await db.select().from(persons).where(own)
  const erasing = { investor_id: id, duties: [{ kind: 'identity', from: '2026-01-15' }] }
  expect((await call('POST', '/erasures', erasing)).body.status).toBe('restricted')
  const restore = async () => {
    // What committed transactions asked for is done in the keys' own database, which stays as it is.
    await api.services.keyring.carryOut()
    api.services.keyring.forgetAll()
    await db.update(persons).set(before!).where(own)
    await db.delete(erasures).where(eq(erasures.person_id, row!.person_id))
    await eraseRestored(api.services)
  }
  await restore()
  expect((await call('GET', `/investors/${id}`)).body.full_name).toBe(null)
  const { body: again } = await call('POST', '/erasures', erasing)
  const why = { reason_code: 'examination', note: 'The authority asks for the record.' }
  await call('POST', `/erasures/${again.id}/open-file`, { ...why, authority: 'BaFin', opened_for: 'eu_authority' })
  expect((await call('GET', `/erasures/${again.id}/file`)).body.person).toMatchObject({ full_name: 'Dora Restored' })
  const ended = await call('POST', `/erasures/${again.id}/carry-out`, { ...why, withdrawn: erasing.duties })
  expect(ended.body.status).toBe('erased')
  expect((await call('GET', `/erasures/${again.id}/file`)).body.code).toBe('facts_erased')
  await restore()
  const [now] = await db.select().from(persons).where(own)
  expect(now).toMatchObject({ pii_sealed: null, person_key: null, erased_at: expect.any(Date) })
})

test('a database of keys that is older than the data erases nobody: it is said, nothing is made anew, and the right one heals it', async () => {
  const { keyring, connection } = api.services
  const { db } = connection
  const { key } = await api.makeKey('sandbox')
  const facts = { full_name: 'Cleo Keyless', email: 'cleo@people.example', country: 'DE', date_of_birth: '1984-03-02' }
  const made = await api.call('POST', '/api/v1/investors', facts, key)
  expect(made.status, made.text).toBe(201)
  const [person] = await db
    .select({ id: persons.id, key: persons.subject_key_id })
    .from(persons)
    .innerJoin(investors, eq(investors.person_id, persons.id))
    .where(eq(investors.id, made.body.id))
  const kept = await apart.db.delete(subjectKeys).where(eq(subjectKeys.id, person!.key)).returning()
  keyring.forgetAll()
  const read = await api.call('GET', `/api/v1/investors/${made.body.id}`, undefined, key)
  expect([read.status, read.body.code]).toEqual([503, 'not_ready'])
  const changed = await api.call('PATCH', `/api/v1/investors/${made.body.id}`, { phone: '+4930123456' }, key)
  expect([changed.status, changed.body.code]).toEqual([503, 'not_ready'])
  const erased = await api.call('POST', '/api/v1/erasures', { investor_id: made.body.id }, key)
  expect([erased.status, erased.body.code]).toEqual([503, 'not_ready'])
  expect(await apart.db.$count(subjectKeys, eq(subjectKeys.id, person!.key))).toBe(0)
  expect(await keyring.lost.compare()).toBe(1)
  expect((await api.call('GET', '/readyz')).body).toMatchObject({ missing: expect.arrayContaining(['keys']), keys_missing: 1 })
  expect((await api.call('GET', '/metrics')).text).toContain('sealwright_keys_missing 1')
  await eraseRestored(api.services)
  expect((await db.select().from(persons).where(eq(persons.id, person!.id)))[0]).toMatchObject({ erased_at: null })

  await apart.db.insert(subjectKeys).values(kept)
  expect(await keyring.lost.compare()).toBe(0)
  expect((await api.call('GET', `/api/v1/investors/${made.body.id}`, undefined, key)).body).toMatchObject({ full_name: 'Cleo Keyless' })

  // No backup has it: the operator says so, and only then the person counts as erased.
  await apart.db.delete(subjectKeys).where(eq(subjectKeys.id, person!.key))
  keyring.forgetAll()
  await expect(giveUpLostKeys(api.services, { count: 2, reason: 'disk lost' })).rejects.toThrow(/1 data keys are missing, not 2/)
  expect(await giveUpLostKeys(api.services, { count: 1, reason: 'disk lost' })).toBe(1)
  expect((await api.call('GET', '/readyz')).body).toMatchObject({ keys_missing: 0 })
  await eraseRestored(api.services)
  expect((await db.select().from(persons).where(eq(persons.id, person!.id)))[0]).toMatchObject({ erased_at: expect.any(Date) })
  expect(await db.select().from(auditLogs).where(eq(auditLogs.action, 'data_keys_lost'))).toMatchObject([
    { details: { count: 1, reason: 'disk lost' } },
  ])
})

test('keys that lie beside what they seal move to their own database at the first start with it', async () => {
  const main = await createTestDatabase()
  const keys = await createTestDatabase()
  const settings = { secret: api.services.keyring.master, formerSecret: null, service: null }
  const scope = { organizationId: 'org_x', environment: 'sandbox' as const, db: main.db }
  const before = await openKeyring(main, { ...settings, keysUrl: null })
  const sealed = await before.seal(main.db, scope, 'person:moved', 'c', 'facts')
  const after = await openKeyring(main, { ...settings, keysUrl: keys.url })
  expect(await main.db.$count(subjectKeys, sql`octet_length(wrapped_key) > 0`)).toBe(0)
  expect(await after.open(main.db, 'person:moved', 'c', sealed)).toBe('facts')
  await after.close()
  // Without its address nothing is taken for erased, and no key is made a second time.
  const without = await openKeyring(main, { ...settings, keysUrl: null })
  expect(without.lost.missing).toBe(1)
  await expect(without.open(main.db, 'person:moved', 'c', sealed)).rejects.toThrow(KeyMissing)
  await expect(without.seal(main.db, scope, 'person:moved', 'c', 'other')).rejects.toThrow(KeyMissing)
  await main.drop()
  await keys.drop()
})
