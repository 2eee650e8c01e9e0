import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/test-database.ts'
import { freePort } from '#tests/product.ts'
import { databaseLimits, type LimitStore, redisLimits } from './store.ts'

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
      const store = await redisLimits(url, silent).catch(() => null)
      if (store) return store.close()
      await delay(50)
    }
    throw new Error('redis-server did not start')
  })
  afterAll(() => void server.kill())

  test('hold for all processes', async () => {
    const stores = [await redisLimits(url, silent), await redisLimits(url, silent)]
    await keepsLimits(stores)
    await Promise.all(stores.map((store) => store.close()))
  })
})

test('a Redis that does not answer is named at start', async () => {
  await expect(redisLimits(`redis://127.0.0.1:${await freePort()}`, silent)).rejects.toThrow('REDIS_URL does not answer')
}, 30_000)
