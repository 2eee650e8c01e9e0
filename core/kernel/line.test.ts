import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/test-database.ts'
import { type Network, networkTo, startNetwork } from '#tests/network.ts'
import { keepLine } from './line.ts'
import { Pulse } from './pulse.ts'

let database: TestDatabase
let network: Network
beforeAll(async () => {
  database = await createTestDatabase()
  network = await startNetwork(networkTo(database.url))
})
afterAll(async () => {
  await network?.stop()
  await database?.drop()
})

test('O7 a line that cannot be opened, or breaks, is opened anew, and counts as heard only in between', async () => {
  const url = new URL(database.url)
  url.search = ''
  url.host = `127.0.0.1:${network.port}`
  const told: string[] = []
  let last = ''
  const turn = (to: string) => {
    if (to !== last) told.push(to)
    last = to
  }
  const ends = {
    announced: (channel: string, payload: string) => void told.push(`${channel} ${payload}`),
    caughtUp: async () => void told.push('caught up'),
    heard: () => turn('heard'),
    lost: () => turn('lost'),
    renewed: () => void told.push('renewed'),
  }
  const pulse = new Pulse()
  network.refuse()
  const close = await keepLine(url.href, ['of_the_test'], ends, { debug() {}, info() {}, warn() {}, error() {} }, pulse)
  expect(told).toEqual(['lost'])
  expect(pulse.trouble).toBe('database')
  network.heal()
  await expect.poll(() => told).toEqual(['lost', 'caught up', 'heard'])
  expect(pulse.trouble).toBeNull()
  await database.pool.query("notify of_the_test, 'once'")
  await expect.poll(() => told.slice(3)).toEqual(['of_the_test once'])
  network.refuse()
  await expect.poll(() => told.slice(4)).toEqual(['lost', 'renewed'])
  expect(pulse.trouble).toBe('database')
  network.heal()
  await expect.poll(() => told.slice(6)).toEqual(['caught up', 'heard', 'renewed'])
  await close()
  expect(told.at(-1)).toBe('lost')
  // Nothing stays of a process that ended well.
  const asker = new pg.Client({ connectionString: database.url })
  await asker.connect()
  expect((await asker.query("select from settings where key like 'process.%'")).rowCount).toBe(0)
  await asker.end()
})
