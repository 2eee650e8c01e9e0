import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Network, startNetwork } from '../network.ts'
import { freePort } from '../product.ts'
import { type Installation, installation } from '../production/installation.ts'
import { all, sideBySide, work } from '../production/load.ts'
import { freshEmail, PASSWORD } from '../production/people.ts'
import { type Service, startInstallation } from '../production/start-installation.ts'
import { makeServer, mountDisk, type Server } from './postgres.ts'

/** `CHAOS=short` breaks what breaks most often, within 90 s on a quiet machine; anything else all. */
const SHORT = process.env.CHAOS === 'short'
const long = test.skipIf(SHORT)
const FAKETIME = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1'
const hasRedis = spawnSync('redis-server', ['--version']).status === 0
/** Longer than anything is kept at hand unheard. */
const OUTAGE_MS = 14_000

let server: Server
/** What leads to the database: web-1 has a network of its own. */
let own: Network
let shared: Network
let disk: ReturnType<typeof mountDisk>
let redis: { child: ChildProcess; url: string } | null = null
let folder: string
let clock: string
let stop: () => Promise<void>
let gate: Installation
let key: string
const servers: Server[] = []
/** Of each failure: how long a customer who asked on and on was without an answer, and what there was then of what had been acknowledged. */
const results: Record<string, unknown>[] = []
const decided: string[] = []

// Whatever a test left broken, the next begins whole.
afterEach(() => {
  for (const one of [own, shared]) one?.heal()
  disk?.empty()
  writeFileSync(clock, '+0s\n')
})
beforeAll(async () => {
  stop = await startInstallation({
    async keep(at) {
      folder = at
      clock = join(at, 'clock')
      writeFileSync(clock, '+0s\n')
      disk = mountDisk(join(at, 'pg/disk'), 400)
      server = await makeServer(join(at, 'pg'))
      servers.push(server)
      await server.start()
      own = await startNetwork({ host: '127.0.0.1', port: server.port })
      shared = await startNetwork({ host: '127.0.0.1', port: server.port })
      if (hasRedis) redis = await startRedis()
      return { url: `postgresql://sealwright@127.0.0.1:${shared.port}/postgres`, stop: endAll }
    },
    envOf,
  })
  gate = installation()
  key = await newKey('chaos')
}, 240_000)
afterEach(() => {
  mkdirSync('test-results', { recursive: true })
  writeFileSync('test-results/chaos.json', `${JSON.stringify(results, null, 2)}\n`)
})
afterAll(async () => {
  gate?.close()
  await stop?.()
  console.table(results)
}, 120_000)

function envOf(name: Service, env: Record<string, string>): Record<string, string> {
  const faked = { LD_PRELOAD: FAKETIME, FAKETIME_TIMESTAMP_FILE: clock, FAKETIME_CACHE_DURATION: '1', FAKETIME_DONT_FAKE_MONOTONIC: '1' }
  return {
    ...env,
    ...(redis && { REDIS_URL: redis.url }),
    ...(name === 'web-1' && { DATABASE_URL: env.DATABASE_URL!.replace(`:${shared.port}/`, `:${own.port}/`) }),
    ...(name !== 'web-1' && !SHORT && existsSync(FAKETIME) && faked),
  }
}

async function startRedis() {
  const port = await freePort()
  const child = spawn('redis-server', ['--port', String(port), '--save', '', '--appendonly', 'no'], { stdio: 'ignore' })
  return { child, url: `redis://127.0.0.1:${port}` }
}

async function endAll() {
  redis?.child.kill('SIGKILL')
  for (const one of servers) await one.stop()
  await own.stop()
  await shared.stop()
  disk?.unmount()
}

async function newKey(name: string): Promise<string> {
  const email = freshEmail(name)
  await gate.admin('create-user', '--email', email, '--password', PASSWORD, '--role', 'issuer', '--verified')
  return gate.admin('create-key', '--email', email, '--name', name, '--environment', 'production', '--scopes', '*')
}

/** A call of one process, not through the proxy. */
const direct = (name: 'web-1' | 'web-2', method: string, path: string, as: string, body?: object) =>
  fetch(`http://127.0.0.1:${gate.webs[name]}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${as}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })

/** Ends a key at the process that nothing happens to. */
async function endKey(one: string): Promise<void> {
  const { id } = (await (await direct('web-2', 'GET', '/keys/self', one)).json()) as { id: string }
  expect((await direct('web-2', 'POST', `/keys/${id}/rotate`, one, { overlap_hours: 0 })).status).toBe(201)
}

const healthOf = (port: number) =>
  fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
    async (answer) => ({ status: answer.status, missing: ((await answer.json()) as { missing: string[] }).missing }),
    () => ({ status: 0, missing: [] as string[] }),
  )
const ports = () => [gate.webs['web-1'], gate.webs['web-2'], gate.workerPort]
/** Waits until all three say that they can work. */
const allReady = () =>
  expect.poll(() => Promise.all(ports().map(async (port) => (await healthOf(port)).status)), { timeout: 120_000 }).toEqual([200, 200, 200])

/** What an installation may say while it cannot work: try again. Or nothing, where the process that was asked is killed. */
const AGAIN = ['503 not_ready', '503 no upstream']

/** Breaks something under load and mends it; compares what was acknowledged with what is there. */
async function breaks(
  failure: string,
  act: (load: ReturnType<typeof work>) => Promise<unknown>,
  others: readonly string[] = [],
): Promise<void> {
  await allReady()
  const load = work(gate, key, failure.replace(/\W+/g, '-'))
  await load.goesOn(20)
  const from = performance.now()
  await act(load)
  await load.goesOn(20)
  const silence = load.longestSilence(from)
  await load.stop()
  await load.nothingLostOrDoubled()
  const kinds = Object.groupBy(load.troubles, ({ status, code }) => `${status} ${code}`)
  const troubles = Object.fromEntries(Object.entries(kinds).map(([kind, some]) => [kind, some!.length]))
  results.push({
    failure,
    seconds_without_answer: Number(silence.toFixed(1)),
    acknowledged: load.asked.size + load.checked.length,
    ...{ lost: 0, doubled: 0, told_to_try_again: load.troubles.length },
  })
  decided.push(...load.checked, ...[...load.asked.values()].map((reply) => reply.body.decision.id))
  expect(
    Object.keys(troubles).filter((kind) => ![...AGAIN, ...others].includes(kind)),
    JSON.stringify(troubles),
  ).toEqual([])
}

const CUT = ['502 lost', '0 ECONNRESET', '0 socket hang up']

test('PostgreSQL restarts', { timeout: 240_000 }, () =>
  breaks('restart of PostgreSQL', async () => {
    server.signal('SIGINT')
  }),
)

long('every session is terminated, again and again', { timeout: 240_000 }, () =>
  breaks('sessions terminated', async () => {
    for (let round = 0; round < 20; round++) {
      await server.ask(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = 'installation' and backend_type = 'client backend'",
      )
      await delay(50)
    }
  }),
)

test('PostgreSQL freezes: calls are answered, processes say so, and go on when it thaws', { timeout: 240_000 }, () =>
  breaks('PostgreSQL frozen for 14 s', async (load) => {
    server.freeze()
    try {
      await expect
        .poll(async () => (await Promise.all(ports().map(healthOf))).map(({ missing }) => missing.includes('database')), {
          timeout: 12_000,
        })
        .toEqual([true, true, true])
      await delay(OUTAGE_MS)
      // Nobody waits for it without an end.
      expect(load.troubles.length).toBeGreaterThan(0)
    } finally {
      server.thaw()
    }
  }),
)

long(
  'one process is cut off from the database: it says so, keeps no revoked key, and connects anew when packets pass',
  {
    timeout: 240_000,
  },
  async () => {
    const another = await newKey('revoked')
    const asks = async () => (await direct('web-1', 'GET', '/keys/self', another)).status
    await breaks('one web process cut off for 14 s', async () => {
      expect(await asks()).toBe(200)
      own.cutOff()
      await expect.poll(async () => (await healthOf(gate.webs['web-1'])).missing, { timeout: 12_000 }).toContain('database')
      await endKey(another)
      await delay(OUTAGE_MS)
      expect(await asks()).toBe(503)
      own.heal()
      await allReady()
      expect(await asks()).toBe(401)
    })
  },
)

long('a web process freezes: the other answers, and a key revoked meanwhile is none when it thaws', { timeout: 240_000 }, async () => {
  const another = await newKey('frozen')
  const asks = async () => (await direct('web-1', 'GET', '/keys/self', another)).status
  await breaks('one web process frozen for 14 s', async () => {
    expect(await asks()).toBe(200)
    process.kill(gate.pid('web-1'), 'SIGSTOP')
    try {
      await endKey(another)
      await delay(OUTAGE_MS)
    } finally {
      process.kill(gate.pid('web-1'), 'SIGCONT')
    }
    expect(await asks()).toBe(401)
  })
})

test('a web process and the worker are killed', { timeout: 240_000 }, () =>
  breaks(
    'kill −9 of a web process and the worker',
    async () => {
      for (const name of ['web-1', 'worker'] as const) process.kill(gate.pid(name), 'SIGKILL')
    },
    CUT,
  ),
)

long('everybody is cut off from the database', { timeout: 240_000 }, () =>
  breaks('database cut off for 14 s', async () => {
    for (const one of [own, shared]) one.cutOff()
    await delay(OUTAGE_MS)
    for (const one of [own, shared]) one.heal()
  }),
)

long('the disk of PostgreSQL is full', { timeout: 300_000 }, async (context) => {
  if (!disk) return context.skip('no disk can be mounted here')
  await breaks('disk of PostgreSQL full for 14 s', async () => {
    disk!.fill()
    await expect.poll(async () => (await healthOf(gate.webs['web-2'])).status, { timeout: 60_000 }).toBe(503)
    await delay(OUTAGE_MS)
    disk!.empty()
    await allReady()
  })
})

test('PostgreSQL takes no writes', { timeout: 240_000 }, () =>
  breaks('PostgreSQL read-only for 6 s', async () => {
    await server.ask('alter system set default_transaction_read_only = on')
    await server.ask('select pg_reload_conf()')
    await expect.poll(async () => (await healthOf(gate.webs['web-2'])).missing, { timeout: 30_000 }).toContain('database is read-only')
    await delay(2_000)
    await server.ask('set default_transaction_read_only = off; alter system reset default_transaction_read_only').catch(async () => {
      const client = new pg.Client({ connectionString: server.url() })
      await client.connect()
      await client.query('set default_transaction_read_only = off')
      await client.query('alter system reset default_transaction_read_only')
      await client.end()
    })
    await server.ask('select pg_reload_conf()')
    await allReady()
  }),
)

long('the clock of a web process and of the worker runs ten minutes ahead', { timeout: 240_000 }, async (context) => {
  if (!existsSync(FAKETIME)) return context.skip('libfaketime is not installed')
  await breaks('clock of two processes 600 s ahead', async () => {
    writeFileSync(clock, '+600s\n')
    const wrong = async () =>
      [await healthOf(gate.webs['web-2']), await healthOf(gate.workerPort)].map(({ missing }) => missing.includes('clock'))
    await expect.poll(wrong, { timeout: 30_000 }).toEqual([true, true])
    const answer = await fetch(`http://127.0.0.1:${gate.webs['web-2']}/api/v1/offerings`, { headers: { authorization: `Bearer ${key}` } })
    expect(answer.status).toBe(503)
    expect(((await answer.json()) as { detail: string }).detail).toMatch(/clock of this machine is (599|600|601) s ahead/)
    // One that is started so does not start.
    process.kill(gate.pid('worker'), 'SIGKILL')
    await expect.poll(() => gate.log('worker'), { timeout: 60_000 }).toContain('Sealwright cannot start: The clock of this machine is 60')
    writeFileSync(clock, '+0s\n')
  })
})

long('Redis freezes, and goes', { timeout: 240_000 }, async (context) => {
  if (!redis) return context.skip('redis-server is not installed')
  await breaks('Redis frozen for 6 s, then gone', async () => {
    redis!.child.kill('SIGSTOP')
    await delay(6_000)
    expect(await Promise.all(ports().map(async (port) => (await healthOf(port)).status))).toEqual([200, 200, 200])
    redis!.child.kill('SIGKILL')
  })
})

/** A standby of the server that counts, which has all it has. */
async function standbyOf(primary: Server, name: string): Promise<Server> {
  const standby = await makeServer(join(folder, name), primary)
  servers.push(standby)
  await standby.start()
  await expect
    .poll(async () => (await primary.ask("select from pg_stat_replication where state = 'streaming'")).length, { timeout: 60_000 })
    .toBe(1)
  return standby
}

async function takeOver(standby: Server): Promise<void> {
  await standby.ask('select pg_promote()')
  for (const one of [own, shared]) one.lead({ host: '127.0.0.1', port: standby.port })
  server = standby
}

long('a standby takes over when the server is stopped, replicated asynchronously', { timeout: 240_000 }, async () => {
  const before = server
  const standby = await standbyOf(before, 'standby-1')
  await breaks('planned fail-over (asynchronous)', async () => {
    // All of its log goes to the standby before it ends.
    await before.stop()
    await takeOver(standby)
  })
})

test('a standby takes over when the server dies, replicated synchronously', { timeout: 240_000 }, async () => {
  const before = server
  const standby = await standbyOf(before, 'standby-2')
  await before.ask("alter system set synchronous_standby_names = 'standby'")
  await before.ask('select pg_reload_conf()')
  await breaks('fail-over (synchronous)', async (load) => {
    await load.goesOn(20)
    before.die()
    await takeOver(standby)
  })
})

test('everything that was acknowledged in all this is there once, can be read, and the log is whole', { timeout: 240_000 }, async () => {
  await allReady()
  const { size } = new Set(decided)
  expect(size).toBe(decided.length)
  const every = Math.max(1, Math.floor(size / 60))
  await sideBySide(
    decided.filter((_, i) => i % every === 0),
    async (id) => {
      expect((await gate.call('GET', `/decisions/${id}`, { key })).id).toBe(id)
      await gate.call('GET', `/decisions/${id}/receipt`, { key })
    },
  )
  const events = await all(gate, key, '/events')
  const keyed = events.filter((event) => event.request?.idempotency_key).map((event) => `${event.type} ${event.request.idempotency_key}`)
  expect(keyed).toHaveLength(new Set(keyed).size)
  for (const [id, mine] of Map.groupBy(events, (event) => event.resource.id))
    expect(
      mine.map((event) => event.sequence).toSorted((a, b) => a - b),
      id,
    ).toEqual(mine.map((_, i) => i + 1))
  expect(await gate.admin('verify-audit')).toMatch(/^The audit log is whole/)
})
