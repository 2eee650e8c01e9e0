import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/test-database.ts'
import { freePort } from '#tests/product.ts'
import { askRedis, databaseLimits, type LimitStore, redisLimits } from './store.ts'

const silent = { debug() {}, info() {}, warn() {}, error() {} }
const slow = { name: 'tests', rate: 1 / 3600, burst: 5 }
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** What both stores promise. */
async function keepsLimits(stores: LimitStore[]): Promise<void> {
  const [one, other] = stores as [LimitStore, LimitStore]
  expect(await one.take('a', slow, 1)).toBe(4)
  expect(await other.take('a', slow, 2)).toBe(2)
  expect(await one.take('a', slow, 3)).toBeNull()
  expect(await one.take('a', slow, 2)).toBe(0)
  expect(await other.take('a', slow, 1)).toBeNull()
  expect(await other.take('b', slow, 1)).toBe(4)
  expect(await other.take('c', slow, 6)).toBeNull()
  // Many at once get no more than there is.
  const taken = await Promise.all(Array.from({ length: 40 }, (_, i) => stores[i % 2]!.take('crowd', slow, 1)))
  expect(taken.filter((left) => left !== null)).toHaveLength(5)
  // What was taken comes back with time.
  const fast = { name: 'tests', rate: 50, burst: 1 }
  expect(await one.take('fast', fast, 1)).toBe(0)
  await expect.poll(() => one.take('fast', fast, 1), { timeout: 5_000, interval: 5 }).toBe(0)
}

test('limits in the database hold for all processes', async () => {
  await keepsLimits([databaseLimits(database), databaseLimits(database)])
})

const hasRedis = spawnSync('redis-server', ['--version']).status === 0

describe.skipIf(!hasRedis)('limits in Redis (skipped where redis-server is not installed)', () => {
  let server: ChildProcess
  let url: string
  beforeAll(async () => {
    const port = await freePort()
    url = `redis://127.0.0.1:${port}`
    server = spawn('redis-server', ['--port', String(port), '--save', '', '--appendonly', 'no'], { stdio: 'ignore' })
    for (let attempt = 0; attempt < 100; attempt++) {
      const answers = await askRedis(url).then(
        () => true,
        () => false,
      )
      if (answers) return
      await delay(50)
    }
    throw new Error('redis-server did not start')
  })
  afterAll(() => void server.kill())

  /** Waits until Redis counts, and the database does not. */
  const counts = (store: LimitStore) =>
    expect
      .poll(async () => {
        const key = randomUUID()
        const taken = await store.take(key, slow, 1).catch(() => null)
        const { rowCount } = await database.pool.query('select from rate_limits where key = $1', [key])
        return taken === 4 && rowCount === 0
      })
      .toBe(true)

  test('hold for all processes', async () => {
    const stores = [redisLimits(url, silent, nowhere), redisLimits(url, silent, nowhere)]
    for (const store of stores) await counts(store)
    await keepsLimits(stores)
    await Promise.all(stores.map((store) => store.close()))
  })

  test('O8 while it is frozen or gone the database counts, without a wait worth the name, and it counts again when it is back', async () => {
    const said: string[] = []
    const store = redisLimits(url, { ...silent, warn: (_: object, message: string) => void said.push(message) }, databaseLimits(database))
    const take = (key: string) => store.take(key, slow, 1)
    await counts(store)
    server.kill('SIGSTOP')
    // All at once: they wait together, not one after the other.
    const left = await Promise.all(Array.from({ length: 5 }, () => take('frozen')))
    expect(left.toSorted()).toEqual([0, 1, 2, 3, 4])
    expect(await take('frozen')).toBeNull()
    expect(await databaseLimits(database).take('frozen', slow, 1)).toBeNull()
    expect(said).toEqual(['Redis does not answer; limits are counted in the database'])
    server.kill('SIGCONT')
    await counts(store)
    await store.close()
  })
})

const nowhere: LimitStore = { take: () => Promise.reject(new Error('not asked')), close: async () => {} }

test('a Redis that is not there is named by whoever looks for it, and keeps nobody from starting', async () => {
  const url = `redis://127.0.0.1:${await freePort()}`
  await expect(askRedis(url)).rejects.toThrow('REDIS_URL does not answer')
  const store = redisLimits(url, silent, databaseLimits(database))
  expect(await store.take('nobody', slow, 1)).toBe(4)
  await store.close()
}, 30_000)
