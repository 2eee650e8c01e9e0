import { spawn, spawnSync } from 'node:child_process'
import {
  closeSync,
  existsSync,
  fchownSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import type { Socket } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { type Place, preparePlace } from './embedded-place.ts'
import { isAlive, withFileLock } from './file-lock.ts'

export interface EmbeddedPostgres {
  /** Connection string for `pg`, over a unix socket. */
  url: string
  /** True when this call started the server, false when it found one running. */
  owned: boolean
  /** Leaves the server; the last process to leave stops it cleanly. Close pools first. */
  stop(): Promise<void>
}

interface Options {
  dataDir: string
  log: (line: string) => void
  /** PostgreSQL settings over the product's own. */
  settings?: Record<string, string>
}

const USER = 'sealwright'
const DATABASE = 'sealwright'
/** Each process using the server keeps one connection of this name open: it ends with the process, however that ends. */
const LEASE = 'sealwright-lease'
const LOCK_WAIT_MS = 180_000
const START_LIMIT_MS = 120_000
const STOP_LIMIT_MS = 60_000
const POLL_MS = 25

const SETTINGS: Record<string, string> = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: '128MB',
  fsync: 'on',
  synchronous_commit: 'on',
  // A page is written to the log whole at its first change after a checkpoint: rarer checkpoints write less.
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  // A new segment of the log is taken as it is: filling its 16 MB with zeros first made every call of that moment wait.
  wal_init_zero: 'off',
  // Statements here are short: compiling one, or naming it in the list of processes, costs more than it is worth.
  jit: 'off',
  update_process_title: 'off',
  // Small machines and containers have little shared memory, which parallel plans would need.
  max_parallel_workers_per_gather: '0',
  max_parallel_maintenance_workers: '0',
  log_checkpoints: 'off',
  // Statements and details of errors can hold names and wallets; the product logs its own errors without them.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
}

/**
 * Makes a real PostgreSQL available under `dataDir`: creates it the first time, takes over the one left running
 * by a process that was killed, recovers one that crashed, and shares one that another process is using.
 * Data is never removed. Throws one plain sentence when PostgreSQL cannot run here.
 */
export async function startEmbeddedPostgres({ dataDir, log, settings = {} }: Options): Promise<EmbeddedPostgres> {
  if (process.platform === 'win32')
    throw new Error('The embedded PostgreSQL needs unix sockets, which Node does not have on Windows. Set DATABASE_URL.')
  const place = preparePlace(resolve(dataDir))
  const lock = join(place.base, 'lock')
  const locked = <T>(work: () => Promise<T>) => withFileLock(lock, LOCK_WAIT_MS, work)
  const url = `postgresql://${USER}@localhost/${DATABASE}?host=${encodeURIComponent(place.socketDir)}`

  let stopped = false
  let owned = false
  let lease = await locked(async () => {
    let client = await connectTo(place, 'postgres').catch(() => null)
    if (!client) {
      createDataFolder(place)
      client = await startServer(place, { ...SETTINGS, ...settings, unix_socket_directories: place.socketDir }, log)
      owned = true
    }
    await createDatabase(client)
    return client
  })
  keepLease(lease)

  function keepLease(client: pg.Client) {
    lease = client
    // The lease must not keep a process alive that has nothing else to do.
    socketOf(client).unref()
    client.on('end', () => {
      if (!stopped) void regainLease()
    })
  }

  /** PostgreSQL restarts itself after one of its processes crashed; the lease then comes back on the new start. */
  async function regainLease() {
    for (let attempt = 0; attempt < 100 && !stopped; attempt++) {
      await delay(200, undefined, { ref: false })
      const client = await connectTo(place, 'postgres').catch(() => null)
      if (client) return keepLease(client)
    }
    if (!stopped) log('the embedded PostgreSQL has stopped answering')
  }

  return {
    url,
    owned,
    async stop() {
      if (stopped) return
      stopped = true
      socketOf(lease).ref()
      await locked(async () => {
        const others = await leasesThatStay(lease).catch(() => 0)
        await lease.end().catch(() => {})
        if (others === 0) await stopServer(place)
      })
    },
  }
}

async function connectTo(place: Place, database: string): Promise<pg.Client> {
  const client = new pg.Client({ host: place.socketDir, user: USER, database, application_name: LEASE, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  await client.connect()
  return client
}

const socketOf = (client: pg.Client) => (client as unknown as { connection: { stream: Socket } }).connection.stream

/** Looks again before it believes in another lease: that of a product which was killed lasts until the server sees its end. */
async function leasesThatStay(client: pg.Client): Promise<number> {
  for (let looks = 1; ; looks++) {
    const others = await countOtherLeases(client)
    if (others === 0 || looks === 5) return others
    await delay(100)
  }
}

async function countOtherLeases(client: pg.Client): Promise<number> {
  const { rows } = await client.query(
    'SELECT count(*)::int AS n FROM pg_stat_activity WHERE application_name = $1 AND pid <> pg_backend_pid()',
    [LEASE],
  )
  return rows[0].n
}

async function createDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE])
  if (!rowCount) await client.query(`CREATE DATABASE ${DATABASE}`)
}

/** Prepares the data beside its final place and moves it there whole, so a cut-off first start leaves nothing half made. */
function createDataFolder(place: Place): void {
  if (existsSync(join(place.data, 'PG_VERSION'))) {
    checkVersion(place)
    return
  }
  const unfinished = `${place.data}.new`
  rmSync(unfinished, { recursive: true, force: true })
  const made = runTool(place, 'initdb', [
    '-D',
    unfinished,
    '-U',
    USER,
    '--auth=trust',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
  ])
  if (made.status !== 0)
    throw new Error(`PostgreSQL could not create its data in ${place.data}: ${lastLine(made.stderr) || made.error?.message}`)
  renameSync(unfinished, place.data)
}

function checkVersion(place: Place): void {
  const data = readFileSync(join(place.data, 'PG_VERSION'), 'utf8').trim()
  const binary = /\d+/.exec(runTool(place, 'postgres', ['--version']).stdout ?? '')?.[0]
  if (binary && data !== binary)
    throw new Error(`The data in ${place.data} was made by PostgreSQL ${data}, but this is ${binary}. See docs/operating/upgrade.md.`)
}

function runTool(place: Place, tool: string, args: string[]) {
  return spawnSync(join(place.native, 'bin', tool), args, { cwd: '/', env: environment(), encoding: 'utf8', ...place.runAs })
}

const environment = () => ({ PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' })
const lastLine = (text: string | undefined) => text?.trim().split('\n').at(-1)

async function startServer(place: Place, settings: Record<string, string>, log: (line: string) => void): Promise<pg.Client> {
  const args = ['-D', place.data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  const deadline = Date.now() + START_LIMIT_MS
  await endUnreachableServer(place, deadline, log)
  for (;;) {
    const child = spawnServer(place, args)
    let exited = false
    child.once('exit', () => {
      exited = true
    })
    child.once('error', () => {
      exited = true
    })
    child.unref()
    while (!exited && Date.now() < deadline) {
      const client = await connectTo(place, 'postgres').catch(() => null)
      if (client) return client
      await delay(POLL_MS)
    }
    // Processes of a killed server may hold its memory for a moment longer; that start is worth repeating.
    const reason = logTail(place)
    if (Date.now() >= deadline || !/shared memory block|already exists/.test(reason))
      throw new Error(`PostgreSQL did not start: ${reason} (log: ${place.logFile})`)
    await delay(250)
  }
}

function spawnServer(place: Place, args: string[]) {
  if ((statSync(place.logFile, { throwIfNoEntry: false })?.size ?? 0) > 10_000_000) renameSync(place.logFile, `${place.logFile}.1`)
  const out = openSync(place.logFile, 'a', 0o600)
  try {
    if (place.runAs) fchownSync(out, place.runAs.uid, place.runAs.gid)
    // Its own process group: Ctrl-C goes to the product, which then stops the database last.
    return spawn(join(place.native, 'bin', 'postgres'), args, {
      cwd: '/',
      env: environment(),
      stdio: ['ignore', out, out],
      detached: true,
      ...place.runAs,
    })
  } finally {
    closeSync(out)
  }
}

function logTail(place: Place): string {
  const lines = readFileSync(place.logFile, 'utf8').slice(-4000).trim().split('\n')
  return lines.findLast((line) => line.includes('FATAL')) ?? lines.at(-1) ?? 'no message'
}

/** A server that does not answer is starting, stopping or stuck: waits for it, then ends it. Recovery loses nothing that was committed. */
async function endUnreachableServer(place: Place, deadline: number, log: (line: string) => void): Promise<void> {
  const pid = serverPid(place)
  if (pid === null) return
  if (!isOurServer(pid, place)) {
    // The number was given to another program since, as happens after a restart of a container.
    rmSync(join(place.data, 'postmaster.pid'), { force: true })
    return
  }
  log(`a PostgreSQL left behind (process ${pid}) does not answer; stopping it`)
  signal(pid, 'SIGINT')
  if (await isGone(pid, Math.min(deadline, Date.now() + 20_000))) return
  signal(pid, 'SIGQUIT')
  if (await isGone(pid, Math.min(deadline, Date.now() + 10_000))) return
  signal(pid, 'SIGKILL')
  await isGone(pid, deadline)
}

async function stopServer(place: Place): Promise<void> {
  const pid = serverPid(place)
  if (pid === null || !isOurServer(pid, place)) return
  signal(pid, 'SIGINT')
  if (await isGone(pid, Date.now() + STOP_LIMIT_MS)) return
  signal(pid, 'SIGQUIT')
  await isGone(pid, Date.now() + STOP_LIMIT_MS)
}

function serverPid(place: Place): number | null {
  try {
    const pid = Number.parseInt(readFileSync(join(place.data, 'postmaster.pid'), 'utf8'), 10)
    return pid > 0 && isAlive(pid) ? pid : null
  } catch {
    return null
  }
}

function isOurServer(pid: number, place: Place): boolean {
  if (process.platform === 'linux') {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(place.data)
    } catch {
      // Not readable: another user's process, and the data folder is ours.
      return false
    }
  }
  return /postgres/.test(spawnSync('ps', ['-p', String(pid), '-o', 'comm='], { encoding: 'utf8' }).stdout ?? '')
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It ended in between.
  }
}

async function isGone(pid: number, deadline: number): Promise<boolean> {
  while (isAlive(pid) && !isZombie(pid)) {
    if (Date.now() > deadline) return false
    await delay(POLL_MS)
  }
  return true
}

/** In a container without an init process nobody collects an ended server, and its number stays taken. */
function isZombie(pid: number): boolean {
  try {
    return /^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
