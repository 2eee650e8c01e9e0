import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AMOUNTS, RATES, readLimits } from '#core/access/budgets/limits.ts'
import { endThrowaways } from '#core/sandbox/worlds/end-throwaways.ts'
import { organizations } from '#db/schema.ts'
import { startApi } from './harness.ts'

// One model for everybody: strangers by their address, tenants by their organisation.

let api: Awaited<ReturnType<typeof startApi>>
beforeAll(async () => {
  api = await startApi({
    RATE_LIMIT: '1',
    LIMITS:
      'sandbox=5/40, visitors=0.01/60, anonymous=1/20, refused-keys=0.1/10, playground=1/20, processor-time=1/100, visitors-stored-bytes=130000, visitors-bulk-rows=9500, visitors-open-uploads=1',
  })
})
afterAll(() => api?.stop())

const visit = async () => {
  const { key } = (await api.call('POST', '/api/playground/session')).body
  return key as string
}
const NAMES = `full_name\n${Array.from({ length: 3_000 }, (_, i) => `Person ${Math.random().toString(36)} ${i}`).join('\n')}\n`
const upload = (key: string, names = NAMES) => api.call('POST', '/v1/sanctions/bulk', names, key, { 'content-type': 'text/csv' })
const limitOf = (answer: { status: number; headers: Headers; body: { code: string; detail: string } }) => {
  expect([answer.status, answer.body.code], answer.body.detail).toEqual([429, 'rate_limited'])
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  const [, name] = /^"([a-z-]+)";q=\d+/.exec(answer.headers.get('ratelimit-policy') ?? '') ?? []
  expect(answer.headers.get('ratelimit')).toMatch(new RegExp(`^"${name}";r=0;t=\\d+$`))
  expect(answer.body.detail).toContain(`"${name}"`)
  return name
}

test('S4 a copy of a playground ends when it does and counts towards the same address', async () => {
  const key = await visit()
  const forks = await Promise.all(
    Array.from({ length: 12 }, (_, i) => api.call('POST', '/v1/sandbox/fork', { label: `Copy ${i}`, ttl_hours: 168 }, key)),
  )
  const made = forks.filter((fork) => fork.status === 201)
  expect(made).toHaveLength(5)
  for (const fork of forks.filter((one) => one.status !== 201)) expect(limitOf(fork)).toBe('visitors-forks')
  for (const fork of made) expect(Date.parse(fork.body.expires_at)).toBeLessThan(Date.now() + 24.1 * 3_600_000)
  // A copy of a copy is one more of the same, and another session of the same address has none left either.
  expect(limitOf(await api.call('POST', '/v1/sandbox/fork', {}, made[0]!.body.key))).toBe('visitors-forks')
  expect(limitOf(await api.call('POST', '/v1/sandbox/fork', {}, await visit()))).toBe('visitors-forks')
  const worlds = await api.services.connection.db.select().from(organizations)
  const budgets = new Set(worlds.flatMap((world) => (world.kind === 'throwaway' ? [world.budget_id] : [])))
  expect([...budgets]).toEqual([expect.stringMatching(/^address:[\w-]{22}$/)])
})

test('S11 what strangers may store is small, and given back when it is deleted or has expired', async () => {
  const { db } = api.services.connection
  const key = await visit()
  const first = await upload(key)
  expect(first.status).toBe(202)
  expect(first.headers.get('ratelimit-policy')).toMatch(/^"visitors";q=60/)
  const big = await upload(await visit(), `${NAMES}${'x'.repeat(200)}\n`.repeat(20))
  expect(limitOf(big)).toBe('visitors-stored-bytes')
  // Of other sessions of the same address, too.
  for (const status of [202, 429]) {
    const next = await upload(await visit())
    expect(next.status).toBe(status)
    if (status === 429) expect(limitOf(next)).toBe('visitors-stored-bytes')
  }
  await api.call('POST', `/v1/sanctions/bulk/${first.body.id}/cancel`, {}, key)
  await db.update(organizations).set({ expires_at: new Date(Date.now() - 3 * 86_400_000) })
  await endThrowaways(api.services)
  expect((await upload(await visit())).status).toBe(202)
  // The rows of a day are not given back.
  expect(limitOf(await upload(await visit(), NAMES.split('\n', 1_000).join('\n')))).toBe('visitors-bulk-rows')
})

test('S4 the keys of one organisation share what it may ask', async () => {
  const keys = [await api.makeKey('sandbox'), await api.makeKey('sandbox'), await api.makeKey('sandbox')].map((made) => made.key)
  const answers = await Promise.all(Array.from({ length: 60 }, (_, i) => api.call('GET', '/v1/keys/self', undefined, keys[i % 3])))
  const refused = answers.filter((answer) => answer.status !== 200)
  expect(refused.length).toBeGreaterThanOrEqual(15)
  for (const answer of refused) expect(limitOf(answer)).toBe('sandbox')
})

test('S4 keys nobody knows, and reads anybody may make, meet the limit of their address', async () => {
  const unknown = await Promise.all(
    Array.from({ length: 30 }, (_, i) => api.call('GET', '/v1/keys/self', undefined, `sw_sandbox_${String(i).padStart(64, '0')}`)),
  )
  expect(unknown.filter((answer) => answer.status === 401)).toHaveLength(10)
  for (const answer of unknown.filter((one) => one.status !== 401)) expect(limitOf(answer)).toBe('refused-keys')
  // A key that is known is none of their business.
  expect((await api.call('GET', '/v1/keys/self', undefined, (await api.makeKey('production')).key)).status).toBe(200)
  for (const path of ['/log/proofs/inclusion', '/log/checkpoint', '/v1/openapi.json', '/.well-known/did.json', '/api/status', '/rules']) {
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => api.call('GET', path, undefined, null, { accept: 'application/json' })),
    )
    expect([path, answers.filter((answer) => answer.status === 429).map(limitOf)[0]]).toEqual([path, 'anonymous'])
  }
})

test('S4 time of the processor is charged to the organisation that made it work', async () => {
  const busy = await api.makeStranger()
  const other = (await api.makeKey('production')).key
  const body = { subjects: Array.from({ length: 100 }, (_, i) => ({ full_name: `Vladimir Vladimirovich Petrov ${i}` })) }
  let last = await api.call('POST', '/v1/sanctions/check', body, busy)
  for (let i = 0; i < 60 && last.status !== 429; i++) last = await api.call('POST', '/v1/sanctions/check', body, busy)
  expect(limitOf(last)).toBe('processor-time')
  expect((await api.call('GET', '/v1/keys/self', undefined, other)).status).toBe(200)
}, 60_000)

test('limits are read from the environment, and what is wrong is named', () => {
  expect(readLimits('sandbox=50/100,forks=7')).toMatchObject({ rates: { sandbox: { rate: 50, burst: 100 } }, amounts: { forks: 7 } })
  expect(readLimits(undefined, true).amounts['visitors-forks']).toBe(Number.POSITIVE_INFINITY)
  for (const wrong of ['sandbox=5', 'nobody=1/2', 'forks=many', 'sandbox=0/1', '__proto__=1'])
    expect(() => readLimits(wrong), wrong).toThrow(`LIMITS is not valid: "${wrong}"`)
})

test('the limits are those of the operator’s page', () => {
  const page = readFileSync(new URL('../../docs/operating/limits.md', import.meta.url), 'utf8')
  const told = Object.fromEntries([...page.matchAll(/^\| `([a-z-]+)` \| `([\d./]+)` \|/gm)].map(([, name, value]) => [name, value]))
  const rates = Object.entries(RATES).map(([name, { rate, burst }]) => [name, `${rate}/${burst}`])
  expect(told).toEqual(Object.fromEntries([...rates, ...Object.entries(AMOUNTS).map(([name, amount]) => [name, String(amount)])]))
})
