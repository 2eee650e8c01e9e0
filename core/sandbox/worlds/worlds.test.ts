import { afterAll, beforeAll, expect, test } from 'vitest'
import { statementHash } from '#core/markets/reserves/present.ts'
import { startApi } from '#tests/api/harness.ts'

let api: Awaited<ReturnType<typeof startApi>>
let key: string
const call = (method: string, path: string, body?: object, as = key) => api.call(method, `/api/v1${path}`, body, as)

beforeAll(async () => {
  api = await startApi()
  key = (await api.makeKey('sandbox')).key
})
afterAll(() => api.stop())

const wallet = `0x${'e1'.repeat(20)}`
const kyc_data = { full_name: 'Wilma World', date_of_birth: '1975-05-05', country: 'NL' }

const month = new Date(new Date().setUTCDate(0)).toISOString().slice(0, 7)
const signed = (role: string) => ({ name: `The ${role}`, role, signed_at: new Date().toISOString() })
const statement = {
  token: 'WORLD',
  month,
  outstanding: '100',
  reserves: [{ type: 'demand_deposit', amount: '101', custodian_country: 'US', encumbered: false }],
  accountant: { name: 'Example & Co LLP', registration: 'PCAOB 0000' },
  certified_by: [signed('ceo'), signed('cfo')],
  document_sha256: 'ab'.repeat(32),
}

/** An offering, an investor and an accepted investment. */
async function makeWorld() {
  const offering = await call('POST', '/offerings', {
    name: 'World Fund',
    regulation: 'reg_d_506b',
    total_supply: 1000,
    price_per_token: '10',
    maximum_raise: '10000',
    external_id: 'fund-1',
  })
  const investor = await call('POST', '/investors/verify', {
    full_name: kyc_data.full_name,
    email: 'wilma@people.example',
    wallet_address: wallet,
    date_of_birth: kyc_data.date_of_birth,
    country: 'US',
    address: { line1: '1 Main St', city: 'Reno', state: 'NV', postal_code: '89501' },
    accepted_terms: true,
  })
  const investment = await call('POST', '/investments', {
    offering_id: offering.body.id,
    investor_id: investor.body.investor_id,
    amount: '500',
  })
  expect(investment.body.status).toBe('accepted')
  for (const [path, body] of [
    ['/gaming/self-exclusions', { wallet_address: wallet, duration: '6_months' }],
    ['/stablecoins/reserve-statements', statement],
  ] as const)
    expect(await call('POST', path, body), path).toMatchObject({ status: 201 })
  return { offering: offering.body.id as string, investor: investor.body.investor_id as string }
}

test('a snapshot brings back rows, ids and clock; a fork is a world of its own', async () => {
  const made = await makeWorld()
  await call('POST', '/sandbox/clock', { advance: '2d' })
  const { body: snapshot } = await call('POST', '/sandbox/snapshot', { label: 'One investor' })
  expect(snapshot).toMatchObject({ object: 'sandbox_snapshot', label: 'One investor' })
  expect(snapshot.rows).toBeGreaterThan(4)

  const forked = await call('POST', '/sandbox/fork', { label: 'Copy', ttl_hours: 2 })
  expect(forked.status, forked.text.slice(0, 400)).toBe(201)
  const other = forked.body.key as string
  const { body: copies } = await call('GET', '/offerings', undefined, other)
  expect(copies.data).toHaveLength(1)
  expect(copies.data[0]).toMatchObject({ name: 'World Fund', external_id: 'fund-1', amount_raised: '500', investor_count: 1 })
  expect(copies.data[0].id).not.toBe(made.offering)
  expect((await call('GET', `/offerings/${made.offering}`, undefined, other)).status).toBe(404)
  for (const [path, same] of [
    ['/gaming/self-exclusions', ['until', 'scope', 'source', 'status', 'created_at']],
    ['/stablecoins/reserve-statements', ['token', 'month', 'total', 'ratio', 'certified_by', 'created_at']],
  ] as const) {
    const [[copy], [own]] = await Promise.all([other, key].map(async (one) => (await call('GET', path, undefined, one)).body.data))
    expect(copy, path).toMatchObject(Object.fromEntries(same.map((field) => [field, own[field]])))
    expect(copy.id).not.toBe(own.id)
    // What a statement's hash covers has its id in it.
    if (own.sha256) expect(copy.sha256).toBe(statementHash({ ...copy, created_at: new Date(copy.created_at) }))
  }
  // The copied person is found by identity and opens with a key of its own.
  const again = await call('POST', '/wallets/verify', { wallet_address: wallet, kyc_data: { ...kyc_data, country: 'US' } }, other)
  expect(again.body, again.text.slice(0, 300)).toMatchObject({ verified: true })
  const known = await call('POST', '/investors/verify', { email: 'wilma@people.example', force: true }, other)
  expect(known.body).toMatchObject({
    created: false,
    investor: { full_name: 'Wilma World', wallet_address: expect.stringMatching(/^0xe1/i) },
  })
  expect(new Date((await call('GET', '/sandbox/clock', undefined, other)).body.now).getTime()).toBeGreaterThan(Date.now() + 86_400_000)
  await call('POST', '/sandbox/reset', {}, other)
  expect((await call('GET', '/offerings', undefined, other)).body.data).toEqual([])

  await call('POST', '/sandbox/reset', {})
  expect((await call('GET', `/offerings/${made.offering}`)).status).toBe(404)
  expect((await call('POST', '/sandbox/restore', { id: snapshot.id })).status).toBe(200)
  expect((await call('GET', `/offerings/${made.offering}`)).body).toMatchObject({ amount_raised: '500' })
  expect((await call('GET', `/investors/${made.investor}`)).body).toMatchObject({ full_name: 'Wilma World', email: 'wilma@people.example' })
  expect(new Date((await call('GET', '/sandbox/clock')).body.now).getTime()).toBeGreaterThan(Date.now() + 86_400_000)

  await call('POST', '/erasures', { investor_id: made.investor })
  await call('POST', '/sandbox/restore', { id: snapshot.id })
  expect((await call('GET', `/investors/${made.investor}`)).body).toMatchObject({ full_name: null })

  expect((await call('GET', '/sandbox/snapshots')).body.data).toHaveLength(1)
  expect((await call('GET', '/sandbox/snapshots', undefined, other)).body.data).toEqual([])
  expect((await call('POST', '/sandbox/restore', { id: snapshot.id }, other)).status).toBe(404)
  expect((await call('DELETE', `/sandbox/snapshots/${snapshot.id}`)).status).toBe(200)
  expect((await call('POST', '/sandbox/restore', { id: snapshot.id })).status).toBe(404)
})
