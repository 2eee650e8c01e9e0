import { randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Connection, connect, migrate } from './connect.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

let database: TestDatabase
const made: string[] = []
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(async () => {
  for (const name of made) await database.owner.pool.query(`drop database ${name} with (force)`)
  await database.drop()
})

/** The migrations of installations from before they were made one. */
const CHAIN = new URL('./migrations/before', import.meta.url).pathname

/** A database of an installation that stands at migration `last`; an empty one below 0. */
async function installedAt(last: number): Promise<Connection> {
  const name = `upgraded_${randomBytes(6).toString('hex')}`
  await database.owner.pool.query(`create database ${name}`)
  made.push(name)
  const url = new URL(database.ownerUrl)
  url.pathname = `/${name}`
  const connection = connect(url.href, 2)
  const folder = mkdtempSync(join(tmpdir(), 'chain-'))
  cpSync(CHAIN, folder, { recursive: true })
  const journal = join(folder, 'meta/_journal.json')
  const said = JSON.parse(readFileSync(journal, 'utf8')) as { entries: { idx: number }[] }
  writeFileSync(journal, JSON.stringify({ ...said, entries: said.entries.filter(({ idx }) => idx <= last) }))
  if (last >= 0) await runMigrations(drizzle(connection.pool), { migrationsFolder: folder })
  rmSync(folder, { recursive: true })
  return connection
}

const refused = (connection: Connection, statement: string) =>
  connection.pool.query(statement).then(
    () => null,
    (error: { constraint?: string }) => error.constraint,
  )

test('H12 an upgrade keeps rows that break a constraint, names them, and takes no new ones', async () => {
  const installed = await installedAt(57)
  const odd = (id: string) => `insert into organizations (id, name, kind) values ('${id}', 'Odd', 'odd')`
  const lost = (id: string) => `insert into erasure_requests (id, user_id) values ('${id}', 'nobody')`
  await installed.pool.query(odd('org_1'))
  await installed.pool.query(odd('org_2'))
  await installed.pool.query(lost('era_1'))
  const warnings: string[] = []
  await migrate(installed, (line) => warnings.push(line))
  expect(warnings.sort()).toEqual([
    'erasure_requests: 1 row(s) from before break erasure_requests_user_id_users_id_fk, which holds for new rows only',
    'organizations: 2 row(s) from before break organizations_kind_word, which holds for new rows only',
  ])
  const { rows } = await installed.pool.query<{ conname: string }>('select conname from pg_constraint where not convalidated order by 1')
  expect(rows.map((row) => row.conname)).toEqual(['erasure_requests_user_id_users_id_fk', 'organizations_kind_word'])
  expect(await refused(installed, odd('org_3'))).toBe('organizations_kind_word')
  expect(await refused(installed, lost('era_2'))).toBe('erasure_requests_user_id_users_id_fk')
  // The second start has nothing to do, and nothing to say.
  await migrate(installed, (line) => warnings.push(line))
  expect(warnings).toHaveLength(2)
  await installed.close()
})

/** Everything that PostgreSQL knows of our schemas, a line each, by name: the order of columns is the only thing that may differ. */
const CATALOGUE = `
  with ours as (select oid, nspname from pg_namespace where nspname in ('public', 'auth')),
    tables as (select c.*, format('%I.%I', n.nspname, c.relname) as named from pg_class c join ours n on n.oid = c.relnamespace)
  select format('table %s %s %s %s', named, relkind, reloptions, relrowsecurity) as line from tables where relkind <> 'i'
  union all
  select format('column %s.%I %s null:%s default:%s identity:%s storage:%s collation:%s', t.named, a.attname, format_type(a.atttypid, a.atttypmod),
    not a.attnotnull, pg_get_expr(d.adbin, d.adrelid), a.attidentity, a.attstorage, a.attcollation::regcollation)
    from pg_attribute a join tables t on t.oid = a.attrelid left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attnum > 0 and not a.attisdropped and t.relkind = 'r'
  union all
  select format('constraint %s.%I %s valid:%s', t.named, c.conname, pg_get_constraintdef(c.oid), c.convalidated)
    from pg_constraint c join tables t on t.oid = c.conrelid where c.contype <> 'n'
  union all
  select format('index %s', pg_get_indexdef(i.indexrelid)) from pg_index i join tables t on t.oid = i.indrelid
  union all
  select format('trigger %s enabled:%s', pg_get_triggerdef(g.oid), g.tgenabled) from pg_trigger g join tables t on t.oid = g.tgrelid
    where not g.tgisinternal
  union all
  select format('function %s', pg_get_functiondef(p.oid)) from pg_proc p join ours n on n.oid = p.pronamespace
  union all
  select format('sequence %s %s', t.named, row(s.seqtypid, s.seqstart, s.seqincrement, s.seqmin, s.seqmax, s.seqcache, s.seqcycle)) from pg_sequence s join tables t on t.oid = s.seqrelid
  union all
  select format('policy %s %s', t.named, p.polname) from pg_policy p join tables t on t.oid = p.polrelid
  union all
  select format('type %s', y.typname) from pg_type y join ours n on n.oid = y.typnamespace where y.typtype in ('e', 'd')
  union all
  select format('grant %s %s', named, relacl) from tables where relacl is not null
  order by 1`

test('H12 an installation from before and a new one end with the same schema', async () => {
  const lines = async (connection: Connection) => (await connection.pool.query<{ line: string }>(CATALOGUE)).rows.map((row) => row.line)
  const upgraded = await installedAt(20)
  const fresh = await installedAt(-1)
  const warn = (line: string) => expect.fail(line)
  await migrate(upgraded, warn)
  await migrate(fresh, warn)
  const said = await lines(fresh)
  expect(said.length).toBeGreaterThan(1_500)
  expect(await lines(upgraded)).toEqual(said)
  // Neither has anything left to do.
  const since = (JSON.parse(readFileSync(new URL('migrations/meta/_journal.json', import.meta.url), 'utf8')) as { entries: unknown[] })
    .entries.length
  const noted = async ({ pool }: Connection) => (await pool.query('select created_at from drizzle.__drizzle_migrations')).rowCount
  expect([await noted(upgraded), await noted(fresh)]).toEqual([58 + since, since])
  await migrate(upgraded, warn)
  await migrate(fresh, warn)
  expect([await noted(upgraded), await noted(fresh)]).toEqual([58 + since, since])
  await Promise.all([upgraded.close(), fresh.close()])
})

test('H12 an upgrade begins the history of stated facts with the words whose author is known', async () => {
  const installed = await installedAt(58)
  const word = { by: 'key_a', at: '2026-10-01T09:00:00.000Z' }
  const issuer = {
    sandbox: null,
    production: { facts: { domicile: 'US', shell: 'never' }, stated: { domicile: word }, updated_at: word.at },
  }
  await installed.pool.query('insert into organizations (id, name, settings) values ($1, $1, $2)', ['org_1', { issuer }])
  await installed.pool.query(
    `insert into offerings (id, organization_id, environment, name, type, regulation, status, total_supply, price_per_token, minimum_investment,
       maximum_raise, currency, facts, facts_stated, created_by, created_at, updated_at)
     values ('off_1', 'org_1', 'production', 'A', 'equity', 'reg_s', 'draft', 1, 1, 1, 1, 'USD', $1, $2, 'key_a', now(), now())`,
    [{ documents_required: false, asset_backed: true }, { documents_required: word }],
  )
  await migrate(installed, (line) => expect.fail(line))
  const { rows } = await installed.pool.query(
    'select object, object_id, fact, value, stated_by, role, at from stated_facts order by object',
  )
  const said = { stated_by: 'key_a', role: null, at: new Date(word.at) }
  expect(rows).toEqual([
    { object: 'issuer', object_id: 'issuer', fact: 'domicile', value: 'US', ...said },
    { object: 'offering', object_id: 'off_1', fact: 'documents_required', value: false, ...said },
  ])
  await installed.close()
})

test('H12 an upgrade ends, with a word of the log to come, credentials of an accreditation that a digest and a day had shown', async () => {
  const installed = await installedAt(58)
  // Of the rows around them nothing is asked here.
  await installed.pool.query(`begin; set local session_replication_role = replica;
    insert into credentials (id, organization_id, environment, person_id, wallet_id, level, state, source, credential_hash, status_list, status_index,
      issued_at, expires_at, updated_at)
    select 'crd_' || n, 'org_1', world, 'per_1', 'wal_' || n, level, 'active', 'verification', md5(n::text) || md5(n::text), 1, n, now(), now() + interval '1 day', now()
    from (values (1, 'production', 'accredited'), (2, 'production', 'basic'), (3, 'sandbox', 'accredited')) rows (n, world, level);
    commit`)
  await migrate(installed, (line) => expect.fail(line))
  const { rows } = await installed.pool.query('select id, state, reason_code from credentials order by id')
  expect(rows.map(({ state, reason_code }) => [state, reason_code])).toEqual([
    ['suspended', 'evidence_missing'],
    ['suspended', 'evidence_required'],
    ['active', null],
  ])
  const timers = await installed.pool.query(
    `select subject_id, id ~ '^tmr_[0-9a-z]{26}$' as named, done_at from timers where kind = 'accreditation_unproven'`,
  )
  expect(timers.rows).toEqual([{ subject_id: 'crd_1', named: true, done_at: null }])
  await installed.close()
})
