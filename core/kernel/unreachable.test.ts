import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '#db/connect.ts'
import { createTestDatabase } from '#db/test-database.ts'
import { isUnreachable } from './unreachable.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const errorOf = (work: Promise<unknown>) => work.then(() => null).catch((error: unknown) => error)

test('a server that is not there, a pool in full use and a session that was ended are told from all else', async () => {
  const nowhere = connect('postgres://nobody@127.0.0.1:1/none')
  expect(isUnreachable(await errorOf(nowhere.db.execute('select 1')))).toBe(true)
  await nowhere.close()

  const pool = new pg.Pool({ connectionString: database.url, max: 1, connectionTimeoutMillis: 1_000 })
  const client = await pool.connect()
  client.on('error', () => {})
  expect(isUnreachable(await errorOf(pool.query('select 1')))).toBe(true)
  expect(isUnreachable(await errorOf(client.query('select pg_terminate_backend(pg_backend_pid())')))).toBe(true)
  client.release(true)
  await pool.end()

  const gone = new pg.Client({ connectionString: database.url })
  await gone.connect()
  await gone.end()
  expect(isUnreachable(await errorOf(gone.query('select 1')))).toBe(true)

  expect(isUnreachable(await errorOf(database.db.execute('select 1 / 0')))).toBe(false)
  expect(isUnreachable(await errorOf(readFile('/nowhere/at/all')))).toBe(false)
})
