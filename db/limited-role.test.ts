import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { installQueue } from '#jobs/install-queue.ts'
import { connect, migrate } from './connect.ts'
import { APPEND_ONLY, limitedAddress } from './limited-role.ts'
import { createTestDatabase, type TestDatabase, unwarned } from './test-database.ts'

let database: TestDatabase
/** Roles that have a database of their name. */
const made: string[] = []
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(async () => {
  const { pool } = database.owner
  for (const role of made) {
    await pool.query(`drop database ${role} with (force)`)
    await pool.query(`drop role if exists ${role}_app`)
    await pool.query(`drop role ${role}`)
  }
  await database.drop()
})

const asked = async (url: string, statement: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('begin')
    await client.query(statement)
    return 'done'
  } catch (error) {
    return (error as { code: string }).code
  } finally {
    await client.end()
  }
}
const DENIED = '42501'

/** A login with a migrated database of its own, as hosted PostgreSQL gives one. */
async function ordinaryOwner(createrole: boolean): Promise<string> {
  const role = `owner_${randomBytes(6).toString('hex')}`
  const { pool } = database.owner
  await pool.query(`create role ${role} login password 'pw' ${createrole ? 'createrole' : ''}`)
  await pool.query(`create database ${role} owner ${role}`)
  made.push(role)
  const url = new URL(database.ownerUrl)
  Object.assign(url, { username: role, password: 'pw', pathname: `/${role}` })
  const owner = connect(url.href, 1)
  await migrate(owner, unwarned)
  await owner.close()
  return url.href
}

describe.each([
  ['of the server’s superuser, as the embedded one', async () => database.ownerUrl],
  ['of an ordinary owner that may make roles', () => ordinaryOwner(true)],
])('the role made beside the owner %s', (_, ownerOf) => {
  let url: string
  let ownerUrl: string
  beforeAll(async () => {
    ownerUrl = await ownerOf()
    await installQueue(ownerUrl)
    const limited = await limitedAddress({ ownerUrl, password: 'first-secret' })
    expect(limited.trouble).toBe(null)
    url = limited.url
  })
  afterAll(async () => {
    const { username } = new URL(url)
    if (ownerUrl === database.ownerUrl) await database.owner.pool.query(`drop owned by "${username}"; drop role "${username}"`)
  })

  test('S6 can neither change, remove nor redefine anything of the log', async () => {
    for (const table of APPEND_ONLY)
      for (const statement of [
        `delete from ${table}`,
        `truncate ${table}`,
        `drop table ${table}`,
        `alter table ${table} disable trigger all`,
        `alter table ${table} add column more text`,
        `lock table ${table} in exclusive mode`,
      ])
        expect([statement, await asked(url, statement)]).toEqual([statement, DENIED])
    for (const statement of [
      "update audit_logs set action = 'other'",
      'update log_entries set leaf_index = 0',
      'update log_nodes set position = 0',
      "update log_checkpoints set note = ''",
      'set session_replication_role = replica',
      'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return new; end $$',
      'create table mine (n int)',
      'create role friend',
      `set role "${new URL(ownerUrl).username}"`,
    ])
      expect([statement, await asked(url, statement)]).toEqual([statement, DENIED])
  })

  test('works with all else, and with the job queue', async () => {
    const limited = connect(url, 2)
    try {
      const { rows } = await limited.pool.query('select nextval($1) as n, (select count(*) from auth."user") as users', [
        'log_pending_position_seq',
      ])
      expect(Number(rows[0].n)).toBeGreaterThan(0)
      expect(await asked(url, 'delete from sessions')).not.toBe(DENIED)
      expect(await asked(url, 'delete from pgboss.job')).toBe('done')
      expect(await asked(url, 'select * from drizzle.__drizzle_migrations')).toBe('done')
    } finally {
      await limited.close()
    }
  })

  test('has its password from the secret, and another one after the secret changed', async () => {
    expect((await limitedAddress({ ownerUrl, password: 'first-secret' })).url).toBe(url)
    const again = await limitedAddress({ ownerUrl, password: 'second-secret' })
    expect(again.trouble).toBe(null)
    expect(await asked(again.url, 'select 1')).toBe('done')
  })
})

test('S6 an owner that may make no role is used as it is, and it is said why; one given as the limited role is found out', async () => {
  const ownerUrl = await ordinaryOwner(false)
  expect(await limitedAddress({ ownerUrl, password: 'x' })).toEqual({ url: ownerUrl, trouble: expect.stringMatching(/permission denied/) })
  expect(await limitedAddress({ ownerUrl: database.ownerUrl, limitedUrl: database.ownerUrl, password: 'x' })).toMatchObject({
    trouble: expect.stringContaining('may do more than the product needs'),
  })
  expect(await limitedAddress({ ownerUrl: database.ownerUrl, limitedUrl: database.url, password: 'x' })).toEqual({
    url: database.url,
    trouble: null,
  })
})
