import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { preparePlace } from '#db/embedded-place.ts'
import { freePort } from '../product.ts'

const USER = 'sealwright'
const SETTINGS: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '120',
  shared_buffers: '64MB',
  wal_level: 'replica',
  hot_standby: 'on',
  // Small segments and few of them: the disk of the test is small too.
  max_wal_size: '96MB',
  wal_keep_size: '64MB',
  jit: 'off',
  update_process_title: 'off',
}

export type Server = Awaited<ReturnType<typeof makeServer>>

/**
 * A PostgreSQL of the test's own with everything that durability asks for, on a port, in the folder `disk` of `folder`, which may be a disk of its own. It is started again when it
 * ends, unless it was told to stay away.
 */
export async function makeServer(folder: string, from: { port: number; data: string; url(): string } | null = null) {
  mkdirSync(folder, { recursive: true })
  const { native, runAs } = preparePlace(join(folder, 'place'))
  const data = join(folder, 'disk/data')
  mkdirSync(dirname(data), { recursive: true })
  const port = await freePort()
  const own = (path: string) => runAs && chownSync(path, runAs.uid, runAs.gid)
  own(folder)
  own(dirname(data))
  const tool = (name: string, args: string[]) => {
    const run = spawnSync(join(native, 'bin', name), args, {
      cwd: '/',
      encoding: 'utf8',
      env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' },
      ...runAs,
    })
    if (run.status !== 0) throw new Error(`${name}: ${run.stderr}`)
  }
  if (from) await copyOf(from, data, own)
  else tool('initdb', ['-D', data, '-U', USER, '--auth=trust', '--encoding=UTF8', '--locale=C', '--wal-segsize=4'])
  const settings: Record<string, string> = { ...SETTINGS, port: String(port) }
  const log = join(folder, 'server.log')
  let child: ChildProcess
  let away = true

  const begin = () => {
    const out = openSync(log, 'a')
    const args = ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
    child = spawn(join(native, 'bin', 'postgres'), args, {
      ...{ cwd: '/', env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }, stdio: ['ignore', out, out] as const },
      ...runAs,
    })
    closeSync(out)
    // As a service manager does it.
    child.once('exit', () => setTimeout(() => away || begin(), 100))
  }
  const url = (database = 'postgres') => `postgresql://${USER}@127.0.0.1:${port}/${database}`
  const ask = async (text: string, database = 'postgres') => {
    const client = new pg.Client({ connectionString: url(database), connectionTimeoutMillis: 5_000 })
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query(text)).rows
    } finally {
      await client.end()
    }
  }
  const start = async () => {
    away = false
    begin()
    for (const deadline = Date.now() + 60_000; Date.now() < deadline; await delay(100)) if (await ask('select 1').catch(() => null)) return
    throw new Error(`PostgreSQL did not start: ${readFileSync(log, 'utf8').slice(-2_000)}`)
  }
  /** The postmaster and all of its children. */
  const signalAll = (name: NodeJS.Signals) => {
    for (const pid of [child.pid!, ...childrenOf(child.pid!)])
      try {
        process.kill(pid, name)
      } catch {
        // It ended in between.
      }
  }
  return {
    port,
    data,
    log,
    url,
    ask,
    start,
    settings,
    signal: (name: NodeJS.Signals) => void child.kill(name),
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    /** Dies with all of its processes and does not come back. */
    die() {
      away = true
      signalAll('SIGKILL')
    },
    async stop() {
      away = true
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      signalAll('SIGCONT')
      const ended = new Promise<void>((done) => child.once('exit', () => done()))
      child.kill('SIGINT')
      await ended
    },
  }
}

/** A base backup by the server's own hand: what changes under the copy is made good by the log that is replayed on it. */
async function copyOf(from: { port: number; data: string; url(): string }, to: string, own: (path: string) => unknown): Promise<void> {
  const client = new pg.Client({ connectionString: from.url() })
  await client.connect()
  await client.query("select pg_backup_start('standby', true)")
  cpSync(from.data, to, { recursive: true, filter: (source) => !/\/(postmaster\.pid|pg_wal\/\w{24})$/.test(source) })
  const { rows } = await client.query('select labelfile from pg_backup_stop(false)')
  await client.end()
  writeFileSync(join(to, 'backup_label'), rows[0].labelfile)
  writeFileSync(join(to, 'standby.signal'), '')
  writeFileSync(
    join(to, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${from.port} user=${USER} application_name=standby'\n`,
  )
  if (!existsSync(join(to, 'pg_wal'))) mkdirSync(join(to, 'pg_wal'))
  for (const path of ['.', ...(readdirSync(to, { recursive: true }) as string[])]) own(join(to, path))
  chmodSync(to, 0o700)
}

function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((one) => {
      try {
        return Number(/^\d+ \(.*\) \w (\d+)/.exec(readFileSync(`/proc/${one}/stat`, 'utf8'))?.[1]) === pid
      } catch {
        return false
      }
    })
}

/** A disk of its own, so small that a test can fill it. Null where none may be mounted. */
export function mountDisk(folder: string, megabytes: number): { fill(): void; empty(): void; unmount(): void } | null {
  mkdirSync(folder, { recursive: true })
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder])
  if (mounted.status !== 0) return null
  const filler = join(folder, 'filler')
  return {
    fill: () => void spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=64k']),
    empty: () => rmSync(filler, { force: true }),
    unmount: () => void spawnSync('umount', ['-l', folder]),
  }
}
