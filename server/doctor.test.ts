import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/test-database.ts'
import { startScanner } from '#tests/scanner.ts'
import { examine } from './doctor.ts'
import { readEnv } from './env.ts'
import { createLog } from './log.ts'

let database: TestDatabase
let scanner: Awaited<ReturnType<typeof startScanner>>
const folder = mkdtempSync(join(tmpdir(), 'sealwright-doctor-'))
beforeAll(async () => {
  database = await createTestDatabase()
  scanner = await startScanner(join(folder, 'scanner'))
})
afterAll(async () => {
  scanner.stop()
  await database.drop()
})

const asked = async (more: Record<string, string> = {}) => {
  const env = readEnv({
    ...{ NODE_ENV: 'production', PUBLIC_URL: 'https://seal.example', APP_SECRET: randomBytes(32).toString('hex'), DATA_DIR: folder },
    ...{ DATABASE_URL: database.ownerUrl, ...more },
  })
  const findings = await examine(env, createLog('error', false))
  return (label: string) => findings.find((one) => one.label === label)
}

test('an installation is looked at as its settings say, and each finding says what to do', async () => {
  const found = await asked({ DATABASE_OWNER_URL: database.ownerUrl, DATABASE_URL: database.url, ANTIVIRUS_URL: scanner.url })
  expect(found('Database')).toMatchObject({ state: 'good', said: expect.stringMatching(/^PostgreSQL 18/) })
  // The server of the tests keeps nothing over a loss of power.
  expect(found('Durability')).toMatchObject({ state: 'bad', said: expect.stringContaining('fsync') })
  expect(found('Tables')).toMatchObject({ state: 'good' })
  expect(found('Clocks')).toMatchObject({ state: 'good' })
  expect(found('Role')).toMatchObject({ state: 'good' })
  expect(found('Administrators')).toMatchObject({ state: 'look', said: expect.stringContaining('create-user') })
  expect(found('Mail server')).toMatchObject({ state: 'bad', said: expect.stringContaining('SMTP_URL') })
  expect(found('Deadlines')).toMatchObject({ state: 'good' })
  // A scanner that finds nothing in what every scanner must find is none.
  expect(found('Antivirus')).toMatchObject({ state: 'bad' })
})

test('a list of politically exposed persons that cannot be read is told with its line, and one that nobody gave too', async () => {
  const said = async (more: Record<string, string> = {}) => (await asked({ DATABASE_URL: database.url, ...more }))('Exposed persons')
  expect(await said()).toMatchObject({ state: 'good', said: expect.stringContaining('PEP_DIR') })
  const dir = join(folder, 'exposed')
  mkdirSync(dir)
  expect(await said({ PEP_DIR: dir })).toMatchObject({ state: 'bad', said: expect.stringContaining('holds no list') })
  const write = (kind: string) => writeFileSync(join(dir, 'own.csv'), `name,office,country,class\nAda Rowan,Judge,SE,${kind}\n`)
  write('mighty')
  expect(await said({ PEP_DIR: dir })).toMatchObject({ state: 'bad', said: expect.stringContaining('own.csv:2: the class "mighty"') })
  write('foreign')
  expect(await said({ PEP_DIR: dir })).toMatchObject({ state: 'good', said: expect.stringContaining('names 1 ') })
  await expect(asked({ PEP_DIR: dir, PEP_URL: 'https://lists.example/own.csv' })).rejects.toThrow('PEP_URL is not valid beside PEP_DIR')
})

test('what does not answer is a finding and hides no other', async () => {
  const found = await asked({
    DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none',
    SMTP_URL: 'smtp://127.0.0.1:9',
    REDIS_URL: 'redis://127.0.0.1:9',
  })
  expect(found('Database')).toMatchObject({ state: 'bad', said: expect.stringContaining('ECONNREFUSED') })
  expect(found('Mail server')).toMatchObject({ state: 'bad', said: expect.stringContaining('ECONNREFUSED') })
  expect(found('Limits')).toMatchObject({ state: 'bad', said: expect.stringContaining('REDIS_URL') })
  expect(found('Disk')).toBeDefined()
  expect(found('Tables')).toBeUndefined()
})

test('the owner of the tables, and a secret that others may read, are told', async () => {
  const found = await asked({ DATABASE_OWNER_URL: database.ownerUrl })
  expect(found('Role')).toMatchObject({ state: 'bad', said: expect.stringContaining('DATABASE_URL') })
  writeFileSync(join(folder, 'app-secret'), 'x'.repeat(64))
  chmodSync(join(folder, 'app-secret'), 0o644)
  const own = await asked({ NODE_ENV: 'development', APP_SECRET: '' })
  expect(own('Secret')).toMatchObject({ state: 'bad', said: expect.stringContaining('chmod 600') })
})

test('it changes nothing: a database without tables has none afterwards', async () => {
  const empty = new URL(database.ownerUrl)
  empty.pathname = `/doctor_${randomBytes(4).toString('hex')}`
  await database.owner.pool.query(`create database ${empty.pathname.slice(1)}`)
  const found = await asked({ DATABASE_URL: empty.href })
  expect(found('Tables')).toMatchObject({ state: 'look', said: expect.stringContaining('first start') })
  const again = await asked({ DATABASE_URL: empty.href })
  expect(again('Tables')).toEqual(found('Tables'))
  await database.owner.pool.query(`drop database ${empty.pathname.slice(1)} with (force)`)
})
