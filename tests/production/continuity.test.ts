import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startReceiver } from '../receiver.ts'
import { type Installation, installation, openBrowser, type ProcessName } from './installation.ts'
import { all, work } from './load.ts'
import { oneDecisionEverywhere } from './one-decision.ts'
import { madeUpState, trustByTwo } from './passports.ts'
import { freshEmail, joins, PASSWORD } from './people.ts'

/** How often processes are killed. `CRASH_ROUNDS=20` is the long form. */
const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 1)

let gate: Installation
let key: string
let receiver: Awaited<ReturnType<typeof startReceiver>>
let earlier: Set<string>
/** Idempotency-Keys of the verifications that were answered, and the wallets whose holders showed a passport then. */
const acknowledged: string[] = []
const proven: string[] = []
/** Whose passports count. */
const state = madeUpState()

beforeAll(async () => {
  gate = installation()
  receiver = await startReceiver(gate.tls())
  const email = freshEmail('crash')
  await gate.admin('create-user', '--email', email, '--password', PASSWORD, '--role', 'issuer', '--verified')
  key = await gate.admin('create-key', '--email', email, '--name', 'crash', '--environment', 'production', '--scopes', '*')
  const endpoint = await gate.call('POST', '/webhook-endpoints', { key, body: { url: receiver.url } })
  earlier = new Set((await all(gate, key, '/events')).map((event) => event.id))
  const { keys } = (await gate.send('GET', '/.well-known/webhook-keys.json')).body
  receiver.secrets.push(endpoint.secret, keys.find((one: { environment: string }) => one.environment === 'production').whpk)
  const browser = await openBrowser(gate)
  const colleague = await joins(gate, browser, key, 'compliance_officer')
  await trustByTwo(gate, key, colleague, { kind: 'csca', name: 'A state that was made up', certificate: state.csca })
  await browser.close()
})
afterAll(async () => {
  await receiver?.stop()
  gate?.close()
})

/** Waits until the service manager has started it anew and it is ready. */
async function back(name: Exclude<ProcessName, 'database'>, before: number): Promise<void> {
  await expect.poll(() => gate.pid(name) !== before, { timeout: 120_000 }).toBe(true)
  if (name === 'worker') {
    const sinceEnd = () =>
      gate
        .log(name)
        .split(/^ended: /m)
        .at(-1)
    return expect.poll(sinceEnd, { timeout: 120_000 }).toContain('Sealwright is at')
  }
  const ready = () =>
    fetch(`http://127.0.0.1:${gate.webs[name]}/readyz`).then(
      (answer) => answer.status,
      () => 0,
    )
  await expect.poll(ready, { timeout: 120_000 }).toBe(200)
}

/** Keeps what was acknowledged, for the end. */
function keep(load: ReturnType<typeof work>): void {
  acknowledged.push(...load.asked.keys())
  proven.push(...[...load.proven.values()].map(({ reply }) => reply.body.wallet_id))
}

test('kill -9 of web processes and the worker under load loses nothing acknowledged and doubles nothing', {
  timeout: 240_000 + ROUNDS * 60_000,
}, async () => {
  const load = work(gate, key, 'killed', state)
  for (let round = 0; round < ROUNDS; round++) {
    await load.goesOn(30)
    const killed = round % 2 ? (['web-2', 'worker'] as const) : (['web-1', 'worker'] as const)
    const before = killed.map((name) => gate.pid(name))
    for (const pid of before) process.kill(pid, 'SIGKILL')
    await load.goesOn(30)
    await Promise.all(killed.map((name, i) => back(name, before[i]!)))
  }
  await load.stop()
  await load.nothingLostOrDoubled()
  expect(load.asked.size).toBeGreaterThan(20 * ROUNDS)
  expect(load.proven.size).toBeGreaterThan(2 * ROUNDS)
  console.log(
    `${ROUNDS} rounds of kills: ${load.asked.size} verifications, ${load.proven.size} passports and ${load.checked.length} checks acknowledged`,
  )
  keep(load)
})

// Before the rolling restart: what was being delivered when the database went is leased for a minute, which passes meanwhile.
test('O1 sessions ended and a restart of PostgreSQL end no process, and calls answer again', { timeout: 240_000 }, async () => {
  const names = ['web-1', 'web-2', 'worker'] as const
  const pids = names.map((name) => gate.pid(name))
  // Other files end the database as well, and their lines stand in the same logs.
  const began = new Map(names.map((name) => [name, gate.log(name).length]))
  const logged = (name: (typeof names)[number]) => gate.log(name).slice(began.get(name))
  const load = work(gate, key, 'sessions', state)
  await load.goesOn(20)
  const operator = new pg.Client({ connectionString: gate.adminDatabaseUrl })
  await operator.connect()
  for (let round = 0; round < 25; round++) {
    await operator.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = 'installation' and pid <> pg_backend_pid() and backend_type = 'client backend'",
    )
    await delay(40)
  }
  await operator.end()
  await load.goesOn(20)
  const database = gate.pid('database')
  process.kill(database, 'SIGINT')
  await expect.poll(() => gate.pid('database') !== database, { timeout: 120_000 }).toBe(true)
  await load.goesOn(20)
  await load.stop()
  expect(names.map((name) => gate.pid(name))).toEqual(pids)
  for (const { status, code, retryAfter } of load.troubles) {
    expect(['503 not_ready', '503 no upstream'], `${status} ${code}`).toContain(`${status} ${code}`)
    if (code === 'not_ready') expect(retryAfter).toBeDefined()
  }
  expect(load.troubles.length).toBeGreaterThan(0)
  // Each process says so in a line at a time, without the statements that failed.
  for (const name of names) expect(logged(name).match(/the database cannot be reached/g)?.length ?? 0, name).toBeLessThan(10)
  for (const name of names) expect(logged(name)).not.toMatch(/Failed query[^\n]*(ECONNREFUSED|terminat)/)
  await load.nothingLostOrDoubled()
  // The worker lives too, and what it listens to: a mail goes out.
  const email = freshEmail('after')
  await gate.send('POST', '/functions/v1/send-contact-email', {
    body: {
      firstName: 'Ada',
      lastName: 'Example',
      company: 'Example Ltd',
      email: email.replace('integrator', 'company'),
      phone: '+1 555 010 0199',
      inquiryType: 'api',
      notes: 'We issue shares of a building in Lisbon.',
    },
  })
  await gate.mailTo(email.replace('integrator', 'company'))
})

test('O4 a rolling restart under load costs nobody an answer', { timeout: 240_000 }, async () => {
  const load = work(gate, key, 'rolling', state)
  await load.goesOn(20)
  for (const name of ['web-1', 'web-2', 'worker'] as const) {
    const before = gate.pid(name)
    process.kill(before, 'SIGTERM')
    await back(name, before)
    expect(
      gate
        .log(name)
        .match(/^ended: .*$/gm)
        ?.at(-1),
    ).toBe('ended: 0')
    await load.goesOn(20)
  }
  await load.stop()
  expect(load.troubles).toEqual([])
  await load.passportsCount()
  keep(load)
})

test('every event of all this arrives, signed and under one id, and the log is whole', { timeout: 240_000 }, async () => {
  const events = await all(gate, key, '/events')
  const keyed = events.filter((event) => event.request?.idempotency_key).map((event) => `${event.type} ${event.request.idempotency_key}`)
  expect(keyed).toHaveLength(new Set(keyed).size)
  expect(keyed).toEqual(expect.arrayContaining([...acknowledged].map((id) => `wallet.verification.pending ${id}`)))
  // Each passport let one wallet pass, once.
  const passed = events.filter(({ type }) => type === 'wallet.verified').map(({ resource }) => resource.id)
  expect(passed).toHaveLength(new Set(passed).size)
  expect(passed).toEqual(expect.arrayContaining(proven))
  for (const [id, own] of Map.groupBy(events, (event) => event.resource.id))
    expect(
      own.map((event) => event.sequence).toSorted((a, b) => a - b),
      id,
    ).toEqual(own.map((_, i) => i + 1))

  // Each event arrives, signed, under one webhook-id; what was refused or cut off arrives again, within its minute.
  const known = new Map(events.map((event) => [`${event.resource.id} ${event.sequence}`, event.id]))
  const arrived = () => new Map([...Map.groupBy(receiver.deliveries, (one) => one.id)].map(([id, some]) => [id, some.length]))
  await expect
    .poll(
      () => {
        const counts = arrived()
        const late = events.filter(({ id }) => !earlier.has(id) && (counts.get(id) ?? 0) < (receiver.refused.has(id) ? 2 : 1))
        return late.slice(0, 5).map(({ id, type, created_at }) => `${type} ${id} of ${created_at}, ${counts.get(id) ?? 0} tries`)
      },
      { timeout: 150_000, interval: 200 },
    )
    .toEqual([])
  expect(receiver.faults).toEqual([])
  for (const { id, event } of receiver.deliveries) {
    const place = `${event.resource.id} ${event.sequence}`
    expect(known.get(place), `${event.type} ${place}`).toBe(id)
  }
  expect(await gate.admin('verify-audit')).toMatch(/^The audit log is whole/)
  console.log(`${events.length} events in ${receiver.deliveries.length} deliveries, ${receiver.refused.size} of them refused first`)
})

test('H1 every decision of all this is told alike by its id, in lists, events, webhooks and receipts', { timeout: 120_000 }, async () => {
  console.log('told alike:', await oneDecisionEverywhere(gate, key, receiver.deliveries))
})
