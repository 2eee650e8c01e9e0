import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { subjectKeys } from '#db/schema.ts'
import { createTestDatabase, type TestDatabase } from '#db/test-database.ts'
import { Erased, Keyring } from './keyring.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const scope = { organizationId: 'org_keys', environment: 'sandbox' as const }
const newRing = () => new Keyring('a master secret that is long enough for its purpose')
const wipe = (id: string) =>
  database.db.update(subjectKeys).set({ wrapped_key: null, destroyed_at: new Date() }).where(eq(subjectKeys.id, id))

it("P1 keeps a known person's key at hand, until it is forgotten", async () => {
  const { db } = database
  const ring = newRing()
  const ctx = { ...scope, db }
  await ring.seal(db, ctx, 'person:known', 'c', 1)
  await ring.seal(db, ctx, 'person:known', 'c', 1)
  // Behind its back: whoever still asks the database notices.
  await wipe('person:known')
  await expect(ring.seal(db, ctx, 'person:known', 'c', 1)).resolves.toBeInstanceOf(Buffer)
  ring.forget('person:known')
  await expect(ring.seal(db, ctx, 'person:known', 'c', 1)).rejects.toThrow(Erased)
})

it('uses no key again whose row was rolled back, however it was come by', async () => {
  const { db } = database
  const ring = newRing()
  const ctx = { ...scope, db }
  for (const id of ['user:undone', 'user:nested']) {
    await db
      .transaction(async (tx) => {
        const inner = async (on: typeof tx) => {
          const sealed = await ring.seal(on, ctx, id, 'c', 'first')
          expect(await ring.open(on, id, 'c', sealed)).toBe('first')
          await ring.prepare(on, [id])
        }
        await (id === 'user:nested' ? tx.transaction(inner) : inner(tx))
        throw new Error('undone')
      })
      .catch(() => {})
    const sealed = await ring.seal(db, ctx, id, 'c', 'second')
    expect(await newRing().open(db, id, 'c', sealed)).toBe('second')
  }
})

it('keeps at hand what others committed, though the transaction that looks has written', async () => {
  const { db } = database
  const ring = newRing()
  const ctx = { ...scope, db }
  await newRing().seal(db, ctx, 'person:other', 'c', 1)
  await db.transaction(async (tx) => {
    await ring.seal(tx, ctx, 'person:mine', 'c', 1)
    await ring.seal(tx, ctx, 'person:other', 'c', 1)
  })
  await wipe('person:other')
  await wipe('person:mine')
  await expect(ring.seal(db, ctx, 'person:other', 'c', 1)).resolves.toBeInstanceOf(Buffer)
  await expect(ring.seal(db, ctx, 'person:mine', 'c', 1)).rejects.toThrow(Erased)
})
