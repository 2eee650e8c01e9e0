import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isUnreachable } from '#core/kernel/unreachable.ts'
import { inTransaction } from './connect.ts'
import { logPending } from './schema.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

let database: TestDatabase
let operator: pg.Client
beforeAll(async () => {
  database = await createTestDatabase()
  operator = new pg.Client({ connectionString: database.url, application_name: 'operator' })
  await operator.connect()
})
afterAll(async () => {
  await operator?.end()
  await database?.drop()
})

/** Ends every session of the product, as a restart or a fail-over of the server does. */
const endSessions = () =>
  operator.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'sealwright'",
  )

test('O1 sessions lost between the queries of transactions fail those alone', async () => {
  const { db, group } = database
  const lost = Promise.withResolvers<void>()
  let waiting = 0
  const out = Array.from({ length: 8 }, (_, i) => {
    const work = async (query: () => Promise<unknown>) => {
      await query()
      waiting++
      // Out of the pool and asking nothing: nobody but the product itself hears that it breaks off.
      await lost.promise
      await query()
    }
    return i % 2
      ? db.transaction((tx) => work(() => tx.execute(sql`select 1`)))
      : inTransaction(database, (client) => work(() => client.query('select 1')))
  })
  await expect.poll(() => waiting).toBe(8)
  await endSessions()
  await delay(50)
  lost.resolve()
  for (const one of await Promise.allSettled(out)) expect(one.status === 'rejected' && isUnreachable(one.reason)).toBe(true)
  await expect(group.add(new Map(), [])).resolves.toBeUndefined()
})

test('O1 no connection is lost with its session, however often', async () => {
  const { db, pool, group } = database
  let going = true
  const failures: unknown[] = []
  const busy = Array.from({ length: 12 }, async (_, i) => {
    while (going) {
      const work =
        i % 3 === 0
          ? db.transaction((tx) => tx.execute(sql`select pg_sleep(0.002)`))
          : i % 3 === 1
            ? db.execute(sql`select 1`)
            : group.add(new Map([[logPending, [{ audit_id: 'aud_x', leaf_hash: Buffer.alloc(32) }]]]), [])
      await work.catch((error) => failures.push(error))
    }
  })
  // More often than there are connections: a leak of one each time would leave none.
  for (let round = 0; round < 30; round++) {
    await endSessions()
    await delay(10)
  }
  going = false
  await Promise.all(busy)
  expect(failures.filter((error) => !isUnreachable(error))).toEqual([])
  expect(failures.length).toBeGreaterThan(10)
  const answers = await Promise.all(Array.from({ length: 40 }, () => db.transaction((tx) => tx.execute(sql`select 1 as one`))))
  expect(answers).toHaveLength(40)
  expect(pool.waitingCount).toBe(0)
  await expect.poll(() => pool.totalCount - pool.idleCount).toBe(0)
})
