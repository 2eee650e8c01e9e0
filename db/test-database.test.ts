import { afterAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

const open: TestDatabase[] = []
afterAll(async () => {
  for (const database of open) await database.drop()
})

it('gives each caller a migrated database of its own', async () => {
  const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()])
  open.push(one, other)
  await one.owner.pool.query('CREATE TABLE only_here (n int)')
  const tables = async (database: TestDatabase) =>
    (await database.owner.pool.query(`SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'`)).rows.map(
      (row) => row.table_name,
    )
  expect(await tables(one)).toContain('only_here')
  expect(await tables(other)).not.toContain('only_here')
  expect(await tables(other)).toContain('users')
})
