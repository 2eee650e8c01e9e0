import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.drop())

it('more transactions than there are connections never wait for each other, though each asks for something beside itself', async () => {
  const { db } = database
  // Keys of names never seen are made so, beside the transaction of a call with an Idempotency-Key.
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, i) =>
      db.transaction(async (tx) => {
        await tx.execute(sql`select 1`)
        const { rows } = await db.execute<{ n: number }>(sql`select ${i}::int as n`)
        return rows[0]!.n
      }),
    ),
  )
  expect(answers).toEqual(Array.from({ length: 60 }, (_, i) => i))
}, 8_000)

it('a transaction that fails gives its place back', async () => {
  for (let i = 0; i < 40; i++) await expect(database.db.transaction(() => Promise.reject(new Error(`no ${i}`)))).rejects.toThrow(`no ${i}`)
  await expect(database.db.transaction(async () => 'there')).resolves.toBe('there')
})
