import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type Connection, connect, migrate } from './connect.ts'
import { startEmbeddedPostgres } from './embedded.ts'
import { grant } from './limited-role.ts'

const TEMPLATE = 'sealwright_template'
/** The role tests work as, as the product does: it owns nothing and cannot change the log. */
const ROLE = 'sealwright_test_app'

/** The server of this test run, as `startTestServer` announced it. */
const SERVER_URL = 'TEST_DATABASE_SERVER_URL'

/**
 * Starts one PostgreSQL for the whole test run and migrates a template database on it. Called once, before the test
 * files. With TEST_DATABASE_URL set it uses that server instead, so the suite can be run on another version.
 */
export async function startTestServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL
  const dataDir = mkdtempSync(join(tmpdir(), 'sealwright-test-'))
  // Root hands the server to another user, who has to get in.
  chmodSync(dataDir, 0o755)
  // Nothing here outlives the run, so nothing is synced to disk.
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' }
  const server = given ? null : await startEmbeddedPostgres({ dataDir, log: () => {}, settings })
  const url = given ?? server!.url
  await onServer(url, async (client) => {
    await client.query(`DROP DATABASE IF EXISTS ${TEMPLATE} WITH (FORCE)`)
    await client.query(`CREATE DATABASE ${TEMPLATE}`)
  })
  const template = connect(databaseUrl(url, TEMPLATE), 2)
  await migrate(template, unwarned)
  const owner = await template.pool.connect()
  const { rowCount } = await owner.query('select 1 from pg_roles where rolname = $1', [ROLE])
  if (!rowCount) await owner.query(`create role ${ROLE} login password '${ROLE}'`)
  // Part of the template, so every copy has them.
  await grant(owner, ROLE)
  owner.release()
  await template.close()
  process.env[SERVER_URL] = url
  return {
    url,
    async stop() {
      await server?.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** A new database has no rows that could break anything. */
export const unwarned = (line: string): never => {
  throw new Error(line)
}

export interface TestDatabase extends Connection {
  url: string
  /** The tables' owner, who may what the product may not. */
  ownerUrl: string
  owner: Connection
  /** Closes the pool and removes the database. */
  drop(): Promise<void>
}

/** A fresh, migrated database of the caller's own: a copy of the template, made in some 50 ms. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = process.env[SERVER_URL]
  if (!server) throw new Error('No test server: run through vitest, whose global set-up starts one.')
  const name = `test_${randomBytes(8).toString('hex')}`
  await onServer(server, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`))
  const ownerUrl = databaseUrl(server, name)
  const limited = new URL(ownerUrl)
  limited.username = ROLE
  limited.password = ROLE
  const connection = connect(limited.href)
  const owner = connect(ownerUrl, 2)
  return {
    ...connection,
    url: limited.href,
    ownerUrl,
    owner,
    async drop() {
      await connection.close()
      await owner.close()
      await onServer(server, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))
    },
  }
}

async function onServer<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl(url, 'postgres') })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** The same server, another database. */
function databaseUrl(url: string, name: string): string {
  const parsed = new URL(url)
  parsed.pathname = `/${name}`
  return parsed.href
}
