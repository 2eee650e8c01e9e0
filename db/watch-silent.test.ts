import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isUnreachable } from '#core/kernel/unreachable.ts'
import { type Network, networkTo, startNetwork } from '#tests/network.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'
import { watchSilent } from './watch-silent.ts'

const TIMING = { silentMs: 200, askMs: 300, lookMs: 50 }
let database: TestDatabase
let network: Network
let pool: pg.Pool
let watch: ReturnType<typeof watchSilent>
beforeAll(async () => {
  database = await createTestDatabase()
  network = await startNetwork(networkTo(database.url))
  const url = new URL(database.url)
  url.search = ''
  url.host = `127.0.0.1:${network.port}`
  pool = new pg.Pool({ connectionString: url.href, max: 4, connectionTimeoutMillis: 2_000, application_name: 'sealwright' })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  watch = watchSilent(pool, url.href, TIMING)
})
afterAll(async () => {
  watch?.stop()
  await pool?.end()
  await network?.stop()
  await database?.drop()
})

test('a statement that only takes long goes on, and so does a transaction that waits for the product', async () => {
  const client = await pool.connect()
  await client.query('begin')
  await delay(3 * TIMING.silentMs)
  await expect(client.query('select pg_sleep(1.2), 7 as seven')).resolves.toMatchObject({ rows: [{ seven: 7 }] })
  await client.query('commit')
  client.release()
})

test('what waits for a server that is cut off fails as on a connection that broke, and the pool goes on when it is back', async () => {
  const out = await Promise.all(Array.from({ length: 4 }, () => pool.connect()))
  for (const client of out) await client.query('begin')
  network.cutOff()
  const ends = await Promise.allSettled(out.map((client) => client.query('select 1')))
  for (const end of ends) expect(end.status === 'rejected' && isUnreachable(end.reason)).toBe(true)
  for (const client of out) client.release()
  network.heal()
  await expect(Promise.all(Array.from({ length: 8 }, () => pool.query('select 1 as one')))).resolves.toHaveLength(8)
})

test('a connection that was lost on its way is given up though the server answers others', async () => {
  const client = await pool.connect()
  await client.query('select 1')
  network.cutOff()
  network.heal()
  const lost = client.query('select 1').catch((error) => error)
  await expect(lost.then(isUnreachable)).resolves.toBe(true)
  client.release()
})

test('after a fail-over connections that rest are given up, and those at work when they are done', async () => {
  const busy = await database.pool.connect()
  const pidOf = async (client: pg.ClientBase) => (await client.query('select pg_backend_pid() as pid')).rows[0].pid
  const pids = [await pidOf(busy), (await database.pool.query('select pg_backend_pid() as pid')).rows[0].pid]
  database.renew()
  await expect.poll(() => database.pool.totalCount).toBe(1)
  expect(await pidOf(busy)).toBe(pids[0])
  busy.release()
  await expect.poll(() => database.pool.totalCount).toBe(0)
  const after = await database.pool.connect()
  expect(pids).not.toContain(await pidOf(after))
  after.release()
})
