import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import pg from 'pg'
import { connect, migrate, notedMigrations } from './connect.ts'
import { copyIn, copyOut } from './copy-table.ts'

/** What a backup says of itself. */
export interface Manifest {
  made_at: string
  /** Hashes of the migrations its tables come from, in their order. */
  migrations: string[]
  tables: { name: string; columns: string[]; rows: number; file: string; sha256: string }[]
  sequences: { name: string; value: string }[]
}

const MANIFEST = 'manifest.json'
/** Lies beside the data and not in it: keys of people who were erased since must not come back with what they sealed. */
const KEYS = 'public.subject_keys'
const OURS = "n.nspname in ('public', 'auth')"

/**
 * Writes every table as it is at one moment, compressed, into `folder`, which must not be there yet; the wrapped data keys into the file `keysFile`
 * instead, in place of those of the backup before. It is whole, or has no manifest.
 */
export async function writeBackup(ownerUrl: string, folder: string, keysFile: string): Promise<Manifest> {
  if (existsSync(folder)) throw new Error(`${folder} is there already: give a new folder for each backup.`)
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'sealwright-backup' })
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const migrations = await notedMigrations(client)
    if (!migrations?.length) throw new Error('There are no tables yet.')
    const tables: Manifest['tables'] = []
    for (const { name, columns } of await tablesOf(client)) {
      const file = name === KEYS ? `${keysFile}.new` : join(folder, `${name}.gz`)
      const { rows, sha256 } = await writeTable(client, name, columns, file)
      if (name !== KEYS) tables.push({ name, columns, rows, file: `${name}.gz`, sha256 })
      else {
        writeFileSync(`${keysFile}.json`, JSON.stringify({ columns, rows, sha256 }), { mode: 0o600 })
        renameSync(file, keysFile)
      }
    }
    const sequences = await sequencesOf(client)
    const manifest = { made_at: new Date().toISOString(), migrations, tables, sequences }
    writeFileSync(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true })
    return manifest
  } catch (error) {
    rmSync(join(folder, MANIFEST), { force: true })
    throw error
  } finally {
    await client.end()
  }
}

/** Reads what a backup says of itself. Throws where it is not whole. */
function readManifest(folder: string): Manifest {
  const file = join(folder, MANIFEST)
  if (!existsSync(file)) throw new Error(`${folder} holds no whole backup: ${MANIFEST} is missing.`)
  return JSON.parse(readFileSync(file, 'utf8')) as Manifest
}

/**
 * Puts a backup into a database without tables of ours, in one transaction that foreign keys, words and checksums must let through. Keys come from
 * `keysFile`, and those of `erased` are destroyed in it whatever it says. Throws where a file is not the one that was written.
 */
export async function restoreBackup(
  ownerUrl: string,
  folder: string,
  { keysFile, erased, warn = () => {} }: { keysFile: string; erased: readonly string[]; warn?: (line: string) => void },
): Promise<{ rows: number; destroyed: number }> {
  const manifest = readManifest(folder)
  const owner = connect(ownerUrl, 2)
  try {
    const there = await owner.pool.query<{ found: string | null }>("select to_regclass('public.organizations') as found")
    if (there.rows[0]!.found) throw new Error('The database has tables already. Empty it first; see docs/operating/backup.md.')
    await migrate(owner, warn)
  } finally {
    await owner.close()
  }
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'sealwright-backup' })
  await client.connect()
  try {
    const migrations = (await notedMigrations(client)) ?? []
    if (migrations.join() !== manifest.migrations.join())
      throw new Error('The backup is of another release. Restore it with that release, then upgrade.')
    await client.query('begin')
    const tables = await tablesOf(client)
    for (const { name } of tables) await client.query(`alter table ${quoted(name)} disable trigger user`)
    await client.query(`truncate ${tables.map(({ name }) => quoted(name)).join()}`)
    let rows = 0
    for (const { name } of tables) {
      const keys = name === KEYS
      const said = keys
        ? (JSON.parse(readFileSync(`${keysFile}.json`, 'utf8')) as { columns: string[]; rows: number; sha256: string })
        : manifest.tables.find((one) => one.name === name)
      if (!said) throw new Error(`The backup has no ${name}.`)
      const got = await readTable(client, name, said.columns, keys ? keysFile : join(folder, `${name}.gz`))
      if (got.rows !== said.rows || got.sha256 !== said.sha256) throw new Error(`${name} of the backup is not as it was written.`)
      rows += got.rows
    }
    for (const { name, value } of manifest.sequences) await client.query('select setval($1::regclass, $2)', [quoted(name), value])
    const { rowCount } = await client.query(
      'update subject_keys set wrapped_key = null, destroyed_at = coalesce(destroyed_at, now()) where id = any($1) and wrapped_key is not null',
      [erased],
    )
    // Looked at now: rows whose keys are still to be looked at keep triggers from being turned on.
    await client.query('set constraints all immediate')
    for (const { name } of tables) await client.query(`alter table ${quoted(name)} enable trigger user`)
    await client.query('commit')
    return { rows, destroyed: rowCount ?? 0 }
  } finally {
    await client.end()
  }
}

const quoted = (name: string): string =>
  name
    .split('.')
    .map((part) => pg.escapeIdentifier(part))
    .join('.')
const listed = (columns: readonly string[]): string => columns.map((column) => pg.escapeIdentifier(column)).join()

/** Our tables with the columns that are not computed, each after those that its rows must find there at once. */
async function tablesOf(client: pg.Client): Promise<{ name: string; columns: string[] }[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select n.nspname || '.' || c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
      from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
      where ${OURS} and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' group by 1 order by 1`,
  )
  const needs = await client.query<{ from: string; to: string }>(
    `select n.nspname || '.' || c.relname as from, m.nspname || '.' || d.relname as to from pg_constraint k
      join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
      join pg_class d on d.oid = k.confrelid join pg_namespace m on m.oid = d.relnamespace
      where k.contype = 'f' and not k.condeferrable and k.conrelid <> k.confrelid`,
  )
  const ordered = new Map<string, (typeof rows)[number]>()
  const seen = new Set<string>()
  const put = (name: string) => {
    if (seen.has(name)) return
    seen.add(name)
    for (const need of needs.rows) if (need.from === name) put(need.to)
    const table = rows.find((one) => one.name === name)
    if (table) ordered.set(name, table)
  }
  for (const { name } of rows) put(name)
  return [...ordered.values()]
}

async function sequencesOf(client: pg.Client): Promise<Manifest['sequences']> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `select schemaname || '.' || sequencename as name, last_value::text as value from pg_sequences
      where schemaname in ('public', 'auth') and last_value is not null order by 1`,
  )
  return rows
}

async function writeTable(client: pg.Client, name: string, columns: readonly string[], file: string) {
  const hash = createHash('sha256')
  const source = new PassThrough({ highWaterMark: 1 << 20 })
  source.on('data', (chunk: Buffer) => hash.update(chunk))
  const written = pipeline(source, createGzip({ level: 4 }), createWriteStream(file, { mode: 0o600, flush: true }))
  // A disk that is full ends the copy, which else would wait for room.
  const copied = copyOut(client, `copy ${quoted(name)} (${listed(columns)}) to stdout`, source).finally(() => source.end())
  const [rows] = await Promise.all([copied, written])
  return { rows, sha256: hash.digest('hex') }
}

async function readTable(client: pg.Client, name: string, columns: readonly string[], file: string) {
  const hash = createHash('sha256')
  async function* contents() {
    for await (const chunk of createReadStream(file).pipe(createGunzip())) {
      hash.update(chunk)
      yield chunk as Buffer
    }
  }
  const rows = await copyIn(client, `copy ${quoted(name)} (${listed(columns)}) from stdin`, contents())
  return { rows, sha256: hash.digest('hex') }
}
