import { statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { clockAhead, FAR_APART_MS } from '#core/kernel/pulse.ts'
import { runDatabaseChecks, type SystemCheck } from '#core/portal/system/checks.ts'
import { askRedis } from '#core/record/rate-limits/store.ts'
import { type Connection, connect, pendingMigrations } from '#db/connect.ts'
import { startEmbeddedPostgres } from '#db/embedded.ts'
import { tooMighty } from '#db/limited-role.ts'
import { scanBytes } from '#egress/clamd.ts'
import { askMailServer } from '#jobs/send-mail.ts'
import { loadFolder } from '#screening/load.ts'
import type { Env } from './env.ts'
import type { createLog } from './log.ts'

/** One thing that was looked at: `bad` keeps the product from its work or its promises, `look` may do so soon. */
export interface Looked {
  label: string
  state: 'good' | 'look' | 'bad'
  said: string
}

type Log = ReturnType<typeof createLog>
type Look = (owner: Connection, env: Env) => Promise<Omit<Looked, 'label'>>

const good = (said: string) => ({ state: 'good' as const, said })
const look = (said: string) => ({ state: 'look' as const, said })
const bad = (said: string) => ({ state: 'bad' as const, said })
const GB = 2 ** 30

/** What was acknowledged must survive a loss of power. */
const durability: Look = async ({ pool }) => {
  const { rows } = await pool.query<{ name: string; setting: string }>(
    "select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit')",
  )
  const off = rows.filter(({ setting }) => setting === 'off').map(({ name }) => name)
  return off.length
    ? bad(`${off.join(', ')} is off: what was acknowledged may be lost with the power. Turn it on in PostgreSQL.`)
    : good('What is acknowledged is on the disk.')
}

const schema: Look = async (owner) => {
  const pending = await pendingMigrations(owner)
  if (pending === null) return look('There are no tables yet: the first start makes them.')
  return pending.length
    ? look(`${pending.length} migrations wait: the next start of this version applies them.`)
    : good('The tables are those of this version.')
}

const MOST_APART_MS = 2_000

/** Codes, links and deadlines are judged by both clocks. */
const clocks: Look = async ({ pool }) => {
  const apart = Math.abs(await clockAhead(pool))
  const said = `The clock of the database and of this machine are ${(apart / 1_000).toFixed(1)} s apart.`
  if (apart < MOST_APART_MS) return good(said)
  return (apart < FAR_APART_MS ? look : bad)(`${said} Set both by NTP.`)
}

/** As whom the product works, where the operator says so; else as whom its running processes do. */
const role: Look = async ({ pool }, env) => {
  if (env.databaseOwnerUrl) {
    const own = connect(env.databaseUrl!, 1)
    try {
      const trouble = await tooMighty(own.pool)
      return trouble ? bad(`DATABASE_URL: ${trouble}.`) : good('The product owns no table and cannot change the log.')
    } finally {
      await own.close()
    }
  }
  const { rows } = await pool.query<{ mighty: string | null }>(
    `select string_agg(distinct a.usename, ', ') as mighty from pg_stat_activity a join pg_roles r on r.oid = a.usesysid
      where a.datname = current_database() and a.application_name = 'sealwright'
        and (r.rolsuper or exists (select from pg_class c where c.relowner = r.oid and c.relname = 'audit_logs'))`,
  )
  return rows[0]!.mighty
    ? look(`The product works as "${rows[0]!.mighty}", which owns its tables: give DATABASE_OWNER_URL beside DATABASE_URL.`)
    : good('No process works as the owner of the tables.')
}

const administrators: Look = async ({ pool }, env) => {
  const { rows } = await pool.query<{ count: string }>(
    "select count(distinct u.id) from users u join user_roles r on r.user_id = u.id where r.role = 'admin' and u.suspended_at is null",
  )
  const count = Number(rows[0]!.count)
  if (count > 1) return good(`${count} administrators.`)
  const said = count ? 'One administrator: what takes two people waits.' : 'No administrator.'
  return (env.production ? look : good)(`${said} Make one with create-user --role admin.`)
}

const disk: Look = async (_, env) => {
  const { bavail, bsize } = statfsSync(env.dataDir)
  const free = (bavail * bsize) / GB
  const said = `${free.toFixed(1)} GB are free where DATA_DIR is.`
  return free < 1 ? bad(said) : free < 5 ? look(said) : good(said)
}

const secret: Look = async (_, env) => {
  if (env.secret || env.keys.kind !== 'embedded') return good('The master secret is not kept beside the data.')
  const mode = statSync(join(env.dataDir, 'app-secret'), { throwIfNoEntry: false })?.mode
  if (mode !== undefined && mode & 0o077) return bad('Others may read the file app-secret in DATA_DIR: chmod 600.')
  return (env.production ? look : good)('The master secret is the file app-secret in DATA_DIR: keep a copy of it apart from backups.')
}

const mailServer: Look = async (_, env) => {
  if (!env.smtpUrl) return (env.production ? bad : good)('SMTP_URL is not set: no mail leaves this installation.')
  await askMailServer(env.smtpUrl)
  return good('The mail server lets the product in.')
}

/** The file that every scanner calls malware and that is none (eicar.org), in two parts: this file is looked at as well. */
const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-', 'ANTIVIRUS-TEST-FILE!$H+H*'].join('')

const antivirus: Look = async (_, env) => {
  if (!env.antivirusUrl) return (env.production ? look : good)('ANTIVIRUS_URL is not set: nobody looks at documents that people upload.')
  const found = await scanBytes(env.antivirusUrl, Buffer.from(EICAR))
  return found ? good(`The antivirus finds what it must find (${found}).`) : bad('The antivirus does not find the test file of eicar.org.')
}

const limits: Look = async (_, env) => {
  if (!env.redisUrl) return good('Limits are kept in the database.')
  await askRedis(env.redisUrl)
  return good('Redis answers.')
}

/** Read by the worker each hour; the doctor only looks whether there is something to read. */
const exposedPersons: Look = async (_, env) => {
  if (env.pepUrl) return good('The list of politically exposed persons is asked for at PEP_URL.')
  if (!env.pepDir) return good('Neither PEP_DIR nor PEP_URL is set: nobody is looked up in a list of politically exposed persons.')
  const { lists, refused } = await loadFolder({ dir: env.pepDir })
  const wrong = refused.find(({ source }) => source === 'pep')
  if (wrong) return bad(`The list in PEP_DIR cannot be read: ${wrong.error.message}.`)
  const list = lists.find(({ source }) => source === 'pep')
  return list
    ? good(`The list in PEP_DIR names ${list.entries.length.toLocaleString('en-GB')} politically exposed persons.`)
    : bad('PEP_DIR holds no list of politically exposed persons: production checks are refused until it does.')
}

type Listed = readonly [label: string, look: Look]

const OF_SERVER: readonly Listed[] = [
  ['Durability', durability],
  ['Clocks', clocks],
  ['Tables', schema],
]
const OF_TABLES: readonly Listed[] = [
  ['Role', role],
  ['Administrators', administrators],
]
const OUTSIDE: readonly Listed[] = [
  ['Disk', disk],
  ['Secret', secret],
  ['Mail server', mailServer],
  ['Antivirus', antivirus],
  ['Limits', limits],
  ['Exposed persons', exposedPersons],
]

const failed = (error: Error & { code?: string }) => bad(`No answer: ${error.message || error.code}.`)

const ofCheck = ({ label, state, value, detail }: SystemCheck): Looked => ({
  label,
  state: state === 'good' || state === 'bad' ? state : 'look',
  said: `${value}. ${detail}`,
})

/** The connections of this look are none of the product's. */
function named(url: string): string {
  const own = new URL(url)
  own.searchParams.set('application_name', 'sealwright-doctor')
  return own.href
}

/**
 * Looks at an installation as its settings describe it, and changes nothing: no migration, no role, no key. What cannot be looked at is a
 * finding by itself. Works beside a running product and without one.
 */
export async function examine(env: Env, log: Log): Promise<Looked[]> {
  const embedded = env.databaseUrl ? null : await startEmbeddedPostgres({ dataDir: env.dataDir, log: () => {} })
  const owner = connect(named(embedded?.url ?? env.databaseOwnerUrl ?? env.databaseUrl!), 4)
  try {
    const reached = await owner.pool.query('select version()').then(
      ({ rows }) => good(String(rows[0].version).replace(/ on .*/, '.')),
      (error: Error & { code?: string }) => bad(`The database does not answer: ${error.message || error.code}.`),
    )
    const first: Looked = { label: 'Database', ...reached }
    // Without tables there is nothing in them to look at.
    const began = reached.state === 'good' && (await pendingMigrations(owner)) !== null
    const asked = [...OUTSIDE, ...(reached.state === 'good' ? OF_SERVER : []), ...(began ? OF_TABLES : [])]
    const findings = await Promise.all(asked.map(async ([label, one]) => ({ label, ...(await one(owner, env).catch(failed)) })))
    const work = began ? await runDatabaseChecks({ connection: owner, log }) : []
    return [first, ...findings, ...work.map(ofCheck)]
  } finally {
    await owner.close()
    await embedded?.stop()
  }
}
