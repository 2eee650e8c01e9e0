import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { startEmbeddedPostgres } from './embedded.ts'
import { canEnter, preparePlace } from './embedded-place.ts'

const isRoot = process.getuid?.() === 0
const folders: { dir: string; parent: string }[] = []
const children: ChildProcess[] = []
const log = () => {}

/** A data folder of this test's own: closed to others (0700) unless told otherwise. */
function newFolder(mode = 0o700, name = 'home'): string {
  const parent = mkdtempSync(join(tmpdir(), 'sealwright-embedded-'))
  chmodSync(parent, 0o755)
  const dir = join(parent, name)
  mkdirSync(dir, { mode, recursive: true })
  chmodSync(join(parent, name.split('/')[0]!), mode)
  folders.push({ dir, parent })
  return dir
}

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const { dir, parent } of folders.splice(0)) {
    const { base, socketDir } = preparePlace(dir)
    if (hasServer(dir)) await startEmbeddedPostgres({ dataDir: dir, log }).then((server) => server.stop())
    for (const path of [base, socketDir, parent]) rmSync(path, { recursive: true, force: true })
  }
})

async function ask<T>(url: string, sql: string): Promise<T[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(sql)).rows as T[]
  } finally {
    await client.end()
  }
}

/** Another process that starts the server, inserts rows and prints each number once it is committed. */
function spawnWriter(dataDir: string): { child: ChildProcess; firstRows: Promise<void>; lastRow(): number } {
  const script = join(dataDir, 'writer.mts')
  writeFileSync(
    script,
    `import { createRequire } from 'node:module'
     import { startEmbeddedPostgres } from ${JSON.stringify(new URL('./embedded.ts', import.meta.url).href)}
     const pg = createRequire(${JSON.stringify(import.meta.url)})('pg')
     const server = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log: () => {} })
     const client = new pg.Client(server.url)
     await client.connect()
     await client.query('CREATE TABLE IF NOT EXISTS rows (n int PRIMARY KEY)')
     for (let n = 1; ; n++) { await client.query('INSERT INTO rows VALUES ($1)', [n]); process.stdout.write(n + '\\n') }`,
  )
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  let last = 0
  const firstRows = new Promise<void>((resolve, reject) => {
    child.stdout!.on('data', (chunk: Buffer) => {
      const lines = chunk.toString().trim().split('\n')
      last = Math.max(last, Number(lines.at(-1)))
      if (last >= 20) resolve()
    })
    child.once('exit', () => reject(new Error('the writer ended before its first rows')))
  })
  return { child, firstRows, lastRow: () => last }
}

/** The server removes this file as the last thing it does. */
const hasServer = (dataDir: string) => existsSync(join(preparePlace(dataDir).data, 'postmaster.pid'))
const serverPid = (dataDir: string) => Number.parseInt(readFileSync(join(preparePlace(dataDir).data, 'postmaster.pid'), 'utf8'), 10)

describe('the embedded PostgreSQL', () => {
  it('syncs every commit to disk, listens on a socket only, and keeps its data', async () => {
    const dataDir = newFolder()
    const first = await startEmbeddedPostgres({ dataDir, log })
    expect(first.owned).toBe(true)
    const settings = await ask<{ name: string; setting: string }>(
      first.url,
      `SELECT name, setting FROM pg_settings WHERE name IN ('fsync', 'synchronous_commit', 'listen_addresses', 'full_page_writes')`,
    )
    expect(Object.fromEntries(settings.map((row) => [row.name, row.setting]))).toEqual({
      fsync: 'on',
      synchronous_commit: 'on',
      full_page_writes: 'on',
      listen_addresses: '',
    })
    await ask(first.url, `CREATE TABLE kept AS SELECT 'Müller' AS name`)
    await first.stop()
    expect(hasServer(dataDir)).toBe(false)

    const second = await startEmbeddedPostgres({ dataDir, log })
    expect(await ask(second.url, 'SELECT name FROM kept')).toEqual([{ name: 'Müller' }])
    await second.stop()
  })

  it('is shared by two users, and the last one to leave stops it', async () => {
    const dataDir = newFolder()
    const [one, other] = await Promise.all([startEmbeddedPostgres({ dataDir, log }), startEmbeddedPostgres({ dataDir, log })])
    expect([one.owned, other.owned].sort()).toEqual([false, true])
    await one.stop()
    expect(await ask(other.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await other.stop()
    expect(hasServer(dataDir)).toBe(false)
  })

  it('is taken over after kill -9 of the product, with every committed row', async () => {
    const dataDir = newFolder()
    const writer = spawnWriter(dataDir)
    await writer.firstRows
    const pid = serverPid(dataDir)
    writer.child.kill('SIGKILL')
    const server = await startEmbeddedPostgres({ dataDir, log })
    expect(server.owned).toBe(false)
    expect(serverPid(dataDir)).toBe(pid)
    const [row] = await ask<{ max: number; count: number }>(server.url, 'SELECT max(n), count(*)::int FROM rows')
    expect(row!.max).toBeGreaterThanOrEqual(writer.lastRow())
    expect(row!.count).toBe(row!.max)
    await server.stop()
    expect(hasServer(dataDir)).toBe(false)
  })

  it('is stopped by who took it over, although it has not yet seen that the killed product is gone', async () => {
    const dataDir = newFolder()
    const writer = spawnWriter(dataDir)
    await writer.firstRows
    const server = await startEmbeddedPostgres({ dataDir, log })
    const [lease] = await ask<{ pid: number }>(
      server.url,
      `SELECT pid FROM pg_stat_activity WHERE application_name = 'sealwright-lease' ORDER BY backend_start LIMIT 1`,
    )
    process.kill(lease!.pid, 'SIGSTOP')
    writer.child.kill('SIGKILL')
    const seen = setTimeout(() => process.kill(lease!.pid, 'SIGCONT'), 200)
    await server.stop()
    clearTimeout(seen)
    expect(hasServer(dataDir)).toBe(false)
  })

  it('recovers after kill -9 of product and server together', async () => {
    const dataDir = newFolder()
    const writer = spawnWriter(dataDir)
    await writer.firstRows
    process.kill(serverPid(dataDir), 'SIGKILL')
    writer.child.kill('SIGKILL')
    const server = await startEmbeddedPostgres({ dataDir, log })
    expect(server.owned).toBe(true)
    const [row] = await ask<{ max: number; count: number }>(server.url, 'SELECT max(n), count(*)::int FROM rows')
    expect(row!.max).toBeGreaterThanOrEqual(writer.lastRow())
    expect(row!.count).toBe(row!.max)
    await server.stop()
  })

  it('replaces a left-behind server that no longer answers', async () => {
    const dataDir = newFolder()
    const first = await startEmbeddedPostgres({ dataDir, log })
    await ask(first.url, 'CREATE TABLE kept AS SELECT 7 AS n')
    // Without its socket nobody can reach it any more, as after a clean-up of the temporary folder.
    rmSync(join(preparePlace(dataDir).socketDir, '.s.PGSQL.5432'))
    const second = await startEmbeddedPostgres({ dataDir, log })
    expect(second.owned).toBe(true)
    expect(await ask(second.url, 'SELECT n FROM kept')).toEqual([{ n: 7 }])
    await second.stop()
    await first.stop()
  })

  it('is not misled by a process number that was given to another program', async () => {
    const dataDir = newFolder()
    const first = await startEmbeddedPostgres({ dataDir, log })
    await first.stop()
    writeFileSync(join(preparePlace(dataDir).data, 'postmaster.pid'), `${process.pid}\n`)
    const second = await startEmbeddedPostgres({ dataDir, log })
    expect(await ask(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await second.stop()
  })

  it('starts over when its very first start was cut off half way', async () => {
    const dataDir = newFolder()
    mkdirSync(join(preparePlace(dataDir).base, 'data.new', 'base'), { recursive: true })
    const server = await startEmbeddedPostgres({ dataDir, log })
    expect(await ask(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await server.stop()
  })

  it('works in a folder whose name is too long for a socket', async () => {
    const dataDir = newFolder(0o755, `${'long-'.repeat(12)}/${'name '.repeat(10)}x`)
    const server = await startEmbeddedPostgres({ dataDir, log })
    expect(await ask(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await server.stop()
  })

  it('refuses data of another PostgreSQL version in one sentence', async () => {
    const dataDir = newFolder()
    const { data } = preparePlace(dataDir)
    mkdirSync(data, { recursive: true })
    writeFileSync(join(data, 'PG_VERSION'), '12\n')
    await expect(startEmbeddedPostgres({ dataDir, log })).rejects.toThrow(/made by PostgreSQL 12, but this is \d+/)
  })

  it.runIf(isRoot)('run by root, moves out of a folder that only root may enter, and says where', async () => {
    const dataDir = newFolder(0o700)
    const server = await startEmbeddedPostgres({ dataDir, log })
    const where = readFileSync(join(dataDir, 'postgres-location'), 'utf8').trim()
    expect(where).toMatch(/^\/var\/lib\/sealwright-/)
    expect(existsSync(join(where, 'data', 'PG_VERSION'))).toBe(true)
    await server.stop()
  })

  it.runIf(isRoot)('run by root in a folder of a user this machine does not know, runs as one it knows', async () => {
    const dataDir = newFolder(0o755)
    chownSync(dataDir, 64_999, 64_999)
    const server = await startEmbeddedPostgres({ dataDir, log })
    expect(await ask(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await server.stop()
  })

  it.runIf(isRoot)('run by root, stays inside a folder that others may enter', async () => {
    const dataDir = newFolder(0o755)
    const server = await startEmbeddedPostgres({ dataDir, log })
    expect(existsSync(join(dataDir, 'postgres', 'data', 'PG_VERSION'))).toBe(true)
    await server.stop()
  })
})

describe('canEnter', () => {
  it('goes by the mode of every folder on the way', () => {
    const dir = newFolder(0o700)
    expect(canEnter(dir, { uid: 64_999, gid: 64_999 })).toBe(false)
    chmodSync(dir, 0o755)
    expect(canEnter(dir, { uid: 64_999, gid: 64_999 })).toBe(true)
  })
})
