import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/test-database.ts'
import { HEARD_MS, LATE_MS, Line, Pulse } from './pulse.ts'

let database: TestDatabase
let line: pg.Client
const NAME = 'process.of-the-test'
beforeAll(async () => {
  database = await createTestDatabase()
  line = new pg.Client({ connectionString: database.url })
  line.on('error', () => {})
  await line.connect()
})
afterAll(async () => {
  vi.restoreAllMocks()
  await line?.end()
  await database?.drop()
})

test('O9 a process is in trouble until a row was written and read, and while one is not', async () => {
  const pulse = new Pulse()
  expect(pulse.trouble).toBe('database')
  await pulse.beat(line, NAME)
  expect(pulse.trouble).toBeNull()
  await database.owner.pool.query('alter table settings rename to settings_gone')
  await pulse.beat(line, NAME)
  expect(pulse.trouble).toBe('database')
  await database.owner.pool.query('alter table settings_gone rename to settings')
  await pulse.beat(line, NAME)
  expect(pulse.trouble).toBeNull()
})

test('O9 a database that only reads is named, and its line is given up', async () => {
  const pulse = new Pulse()
  await pulse.beat(line, NAME)
  await line.query('set default_transaction_read_only = on')
  const refused = await pulse.beat(line, NAME).catch((error) => error)
  pulse.lost(refused)
  expect(pulse.trouble).toBe('database is read-only')
  await line.query('set default_transaction_read_only = off')
  await pulse.beat(line, NAME)
  expect(pulse.trouble).toBeNull()
})

test('O9 a beat that does not come back is trouble before it is given up', async () => {
  const pulse = new Pulse()
  await pulse.beat(line, NAME)
  const holder = await database.pool.connect()
  await holder.query('begin')
  await holder.query('select from settings where key = $1 for update', [NAME])
  const waiting = pulse.beat(line, NAME)
  expect(pulse.trouble).toBeNull()
  const late = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + LATE_MS + 1)
  expect(pulse.trouble).toBe('database')
  late.mockRestore()
  await holder.query('commit')
  holder.release()
  await waiting
  expect(pulse.trouble).toBeNull()
})

test('O18 a clock that is far from the database’s is refused, the way there and back left aside', async () => {
  const pulse = new Pulse()
  const now = Date.now
  const ahead = vi.spyOn(Date, 'now').mockImplementation(() => now() + 612_000)
  await pulse.beat(line, NAME)
  ahead.mockRestore()
  expect(pulse.trouble).toBe('clock')
  expect(pulse.clockWrong).toBe('The clock of this machine is 612 s ahead of the database’s. Set both by NTP.')
  const behind = vi.spyOn(Date, 'now').mockImplementation(() => now() - 60_000)
  await pulse.beat(line, NAME)
  behind.mockRestore()
  expect(pulse.clockWrong).toMatch(/^The clock of this machine is (59|60) s behind/)
  await delay(1)
  await pulse.beat(line, NAME)
  expect(pulse.trouble).toBeNull()
})

test('O7 a line counts as heard for a while only, so that a process that was frozen believes nothing of before', () => {
  const known = new Line()
  expect(known.heard).toBe(false)
  known.heard = true
  expect(known.heard).toBe(true)
  const frozen = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + HEARD_MS + 1)
  expect(known.heard).toBe(false)
  frozen.mockRestore()
  known.heard = false
  expect(known.heard).toBe(false)
})
