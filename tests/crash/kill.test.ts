import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { preparePlace } from '#db/embedded-place.ts'
import { newDataFolder, type Product, removeDataFolder, startProduct } from '../product.ts'
import { startReceiver } from '../receiver.ts'

/** How often the product is killed, with its database: `.ci/run` says it, and `npm test` leaves this file out. */
const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 1)

let dataDir: string
let product: Product
let key: string
let receiver: Awaited<ReturnType<typeof startReceiver>>
/** Events from before there was an endpoint to tell. */
let earlier: Set<string>

beforeAll(async () => {
  dataDir = newDataFolder()
  receiver = await startReceiver()
  product = await startProduct({ dataDir, env: { RATE_LIMIT: '0' } })
  product.admin('create-user', '--email', 'crash@example.com', '--password', 'Crash-Test-2026', '--role', 'issuer', '--verified')
  key = product.admin('create-key', '--email', 'crash@example.com', '--name', 'crash', '--environment', 'sandbox')
  const endpoint = await call('POST', '/webhook-endpoints', { url: receiver.url })
  earlier = new Set((await all('/events')).map((event) => event.id))
  const { keys } = await (await fetch(`${product.url}/.well-known/webhook-keys.json`)).json()
  receiver.secrets.push(endpoint.secret, keys.find((one: { environment: string }) => one.environment === 'sandbox').whpk)
}, 240_000)

afterAll(async () => {
  await product?.stop()
  await receiver?.stop()
  await removeDataFolder(dataDir)
})

interface Event {
  id: string
  type: string
  sequence: number
  resource: { type: string; id: string }
  request: { id: string; idempotency_key: string | null } | null
}

/** A call that must succeed; those of `write` may be cut off. */
async function call(method: string, path: string, body?: object) {
  const response = await fetch(`${product.url}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  expect(response.status, `${method} ${path}`).toBeLessThan(300)
  return response.json()
}

/** The whole list, page by page. */
async function all(path: string) {
  const rows = []
  for (let cursor = ''; ; ) {
    const page = await call('GET', `${path}?limit=100${cursor && `&cursor=${cursor}`}`)
    rows.push(...page.data)
    if (!page.has_more) return rows
    cursor = page.next_cursor
  }
}

interface Answer {
  body: string
  requestId: string
}

const wallet = (n: number) => `0x${(0x5ea15ea1_0000n + BigInt(n)).toString(16).padStart(40, '0')}`

/** A write under a key. Null when the connection was cut off half way: that is no answer, and nothing was promised. */
async function write(method: string, path: string, body: object, idempotencyKey?: string): Promise<Answer | null> {
  const response = await fetch(`${product.url}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
    },
    body: JSON.stringify(body),
  }).catch(() => null)
  const text = await response?.text().catch(() => null)
  if (!response || text == null) return null
  expect(response.status, text).toBeLessThan(300)
  return { body: text, requestId: response.headers.get('x-request-id')! }
}

/** The same n always asks the same question under the same Idempotency-Key. */
const verify = (n: number) =>
  write(
    'POST',
    '/wallets/verify',
    { wallet_address: wallet(n), kyc_data: { full_name: `Ada Example ${n}`, date_of_birth: '1990-05-17', country: 'US' } },
    `crash-${n}`,
  )
const offer = (n: number) =>
  write(
    'POST',
    '/offerings',
    { name: `Crash ${n}`, regulation: 'reg_d_506b', total_supply: 1000, price_per_token: '10', maximum_raise: '10000' },
    `offer-${n}`,
  )

/** A check without a key to ask again by: its record shares a commit with those of other calls. Its decision, or null. */
async function check(n: number): Promise<string | null> {
  const response = await fetch(`${product.url}/api/v1/sanctions/check`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ wallet_address: wallet(n), full_name: `Ada Example ${n}` }),
  }).catch(() => null)
  const body = await response?.text().catch(() => null)
  if (!response || body == null) return null
  expect(response.status, body).toBe(200)
  return JSON.parse(body).decision.id
}

/** As a careful client does it: asks again, under the same key, when the connection was lost. */
const insist = async (ask: () => Promise<Answer | null>) => (await ask()) ?? (await ask())

it('kill -9 while work is done and told loses nothing acknowledged and doubles nothing', {
  timeout: 300_000 + ROUNDS * 60_000,
}, async () => {
  const verified = new Map<number, Answer>()
  const offered = new Map<number, Answer>()
  const changed: Answer[] = []
  const checked: string[] = []
  /** What was asked under a key, answered or not. */
  const asked = new Map<number, typeof verify>()
  let next = 0
  for (let round = 0; round < ROUNDS; round++) {
    const goal = verified.size + [15, 40, 25][round % 3]!
    let alive = true
    const during = (times: number, work: (n: number) => Promise<boolean>) =>
      Array.from({ length: times }, async () => {
        while (alive && (await work(next++)));
      })
    await Promise.all([
      ...during(4, async (n) => {
        asked.set(n, verify)
        const answer = await verify(n)
        if (!answer) return false
        verified.set(n, answer)
        if (verified.size >= goal && alive) {
          alive = false
          await product.kill()
        }
        return true
      }),
      ...during(2, async (n) => {
        asked.set(n, offer)
        const answer = await offer(n)
        if (!answer) return false
        offered.set(n, answer)
        // Without a key, and never asked again: what follows an acknowledged change is its event.
        for (let change = 1; change <= 3 && alive; change++) {
          const update = await write('PATCH', `/offerings/${JSON.parse(answer.body).id}`, { description: `Words ${change}` })
          if (!update) return false
          changed.push(update)
        }
        return true
      }),
      ...during(6, async (n) => {
        const decisionId = await check(n)
        if (decisionId) checked.push(decisionId)
        return decisionId !== null
      }),
    ])
    product = await startProduct({ dataDir, env: { RATE_LIMIT: '0' } })
    // Deliveries that were under way are leased for a minute.
    await call('POST', '/sandbox/clock', { advance: '2m' })
  }
  expect(verified.size).toBeGreaterThanOrEqual([15, 55, 80][ROUNDS - 1] ?? 26 * ROUNDS)
  expect(changed.length).toBeGreaterThan(ROUNDS)

  // Replayed word for word: the answer was stored with the work, not after it. What was cut off is done now, if it was not.
  for (const [n, ask] of asked) {
    const answer = await insist(() => ask(n))
    expect(answer).not.toBeNull()
    const before = verified.get(n) ?? offered.get(n)
    if (before) expect(answer!.body).toBe(before.body)
  }
  for (const answer of verified.values()) await call('GET', `/decisions/${JSON.parse(answer.body).decision.id}`)
  expect(checked.length).toBeGreaterThan(15 * ROUNDS)
  for (const id of checked) await call('GET', `/decisions/${id}`)

  const offerings = [...asked].filter(([, ask]) => ask === offer).map(([n]) => `Crash ${n}`)
  expect((await all('/offerings')).map((one) => one.name).toSorted()).toEqual(offerings.toSorted())

  // Every write has its events, and no key has one of them twice.
  const events: Event[] = await all('/events')
  const requests = new Set(events.map((event) => event.request?.id))
  for (const { requestId } of [...verified.values(), ...offered.values(), ...changed]) expect(requests, requestId).toContain(requestId)
  const keyed = events.filter((event) => event.request?.idempotency_key).map((event) => `${event.type} ${event.request!.idempotency_key}`)
  expect(keyed).toHaveLength(new Set(keyed).size)
  expect(keyed).toEqual(
    expect.arrayContaining([...asked].map(([n, ask]) => (ask === offer ? `offering.created offer-${n}` : `wallet.verified crash-${n}`))),
  )
  for (const [id, own] of Map.groupBy(events, (event) => event.resource.id))
    expect(
      own.map((event) => event.sequence).toSorted((a, b) => a - b),
      id,
    ).toEqual(own.map((_, i) => i + 1))

  // Every event arrives, signed and under one webhook-id; one that was refused arrives again, on the sandbox's clock.
  const arrived = (id: string) => receiver.deliveries.filter((one) => one.id === id).length
  await expect
    .poll(
      async () => {
        await call('POST', '/sandbox/clock', { advance: '6s' })
        return events.filter(({ id }) => !earlier.has(id) && arrived(id) < (receiver.refused.has(id) ? 2 : 1))
      },
      { timeout: 60_000, interval: 200 },
    )
    .toEqual([])
  expect(receiver.faults).toEqual([])
  // Moving the clock made events of its own meanwhile; what arrived is compared with what there is after it.
  const delivered = [...receiver.deliveries]
  const known = new Map((await all('/events')).map((event: Event) => [`${event.resource.id} ${event.sequence}`, event.id]))
  for (const { id, event } of delivered) {
    const place = `${event.resource.id} ${event.sequence}`
    expect(known.get(place), `${event.type} ${place}`).toBe(id)
  }
  // Last: it holds this process up for so long that the server gives up idle connections.
  expect(product.admin('verify-audit')).toMatch(/^The audit log is whole/)
  console.log(
    `${ROUNDS} kills: ${verified.size} verifications, ${offered.size} offerings, ${changed.length} changes and ${checked.length} checks acknowledged; ` +
      `${events.length} events in ${receiver.deliveries.length} deliveries, ${receiver.refused.size} of them refused first`,
  )
})

it('a decision is made again with the same result after the restart', { timeout: 120_000 }, async () => {
  const answer = await insist(() => verify(0))
  expect(await call('POST', `/decisions/${JSON.parse(answer!.body).decision.id}/replay`)).toMatchObject({ status: 'identical' })
})

it('O1 a start that fails after its database was opened leaves none running', { timeout: 120_000 }, async () => {
  const port = Number(new URL(product.url).port)
  await product.stop()
  const taken = createServer((socket) => socket.destroy())
  await new Promise<void>((done) => taken.listen(port, '127.0.0.1', done))
  await expect(startProduct({ dataDir, port })).rejects.toThrow(`Port ${port} on 127.0.0.1 is taken`)
  taken.close()
  expect(existsSync(join(preparePlace(dataDir).data, 'postmaster.pid'))).toBe(false)
})
