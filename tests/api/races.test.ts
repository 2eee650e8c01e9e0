import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApi } from './harness.ts'

let api: Awaited<ReturnType<typeof startApi>>
let key: string
const post = (path: string, body: object) => api.call('POST', `/api/v1${path}`, body, key)

beforeAll(async () => {
  api = await startApi()
  key = (await api.makeKey('sandbox')).key
})
afterAll(() => api.stop())

/** An investor whose identity is verified, without accreditation. */
async function investor(i: number): Promise<string> {
  const made = await post('/investors/verify', {
    full_name: `Racer Number ${i}`,
    email: `racer-${i}@people.example`,
    wallet_address: `0x7${i.toString(16).padStart(39, '0')}`,
    date_of_birth: '1980-01-01',
    country: 'US',
    address: { line1: '1 Main St', city: 'Reno', state: 'NV', postal_code: '89501' },
    accepted_terms: true,
  })
  expect(made.status, made.text.slice(0, 300)).toBe(200)
  return made.body.investor_id
}

const offering = (change: object) =>
  post('/offerings', {
    name: 'The Last Place',
    regulation: 'reg_d_506b',
    total_supply: 1_000_000,
    price_per_token: '10',
    minimum_investment: '100',
    maximum_raise: '10000000',
    ...change,
  })

test('sixty people invest for the last place: exactly one is accepted', async () => {
  const ids: string[] = []
  for (let i = 0; i < 60; i += 20) ids.push(...(await Promise.all(Array.from({ length: 20 }, (_, j) => investor(i + j)))))
  const { body } = await offering({ max_holders: 1 })
  const ends = await Promise.all(ids.map((investor_id) => post('/investments', { offering_id: body.id, investor_id, amount: '1000' })))
  const accepted = ends.filter((end) => end.body.status === 'accepted')
  expect(
    accepted.map((end) => end.status),
    ends[0]!.text.slice(0, 600),
  ).toEqual([201])
  const { rows } = await api.services.connection.db.execute<{ accepted: number; fees: number }>(
    sql`select (select count(*)::int from investments where offering_id = ${body.id} and status = 'accepted') as accepted,
      (select count(*)::int from fee_entries where offering_id = ${body.id}) as fees`,
  )
  expect(rows[0]).toEqual({ accepted: 1, fees: 1 })
}, 120_000)

test('the same new person, wallet and external id from twelve calls at once: one is made, and nobody hears of an error of ours', async () => {
  const wallet = `0x${'ab'.repeat(20)}`
  const kyc_data = { full_name: 'Robin Simultaneous', date_of_birth: '1980-02-29', country: 'US' }
  const many = (path: string, body: (i: number) => object) => Promise.all(Array.from({ length: 12 }, (_, i) => post(path, body(i))))

  const verified = await many('/investors/verify', () => ({ wallet_address: wallet, kyc_data }))
  expect(verified.map((each) => each.status)).not.toContain(500)
  expect(verified.filter((each) => each.body.created)).toHaveLength(1)

  const sealed = await many('/wallets/verify', (i) => ({
    wallet_address: `0x${(0xc0 + i).toString(16).repeat(20)}`,
    kyc_data: { full_name: 'Wanda Twelve Wallets', date_of_birth: '1981-03-01', country: 'US' },
  }))
  expect(sealed.map((each) => each.status).filter((status) => status >= 500)).toEqual([])
  const { rows } = await api.services.connection.db.execute<{ people: number }>(
    sql`select count(distinct person_id)::int as people from wallets where address like '0xc%' and person_id is not null`,
  )
  expect(rows).toEqual([{ people: 1 }])

  const made = await many('/investors', (i) => ({ full_name: 'Same Mail', email: 'same@people.example', metadata: { i: String(i) } }))
  expect(made.map((each) => each.status).toSorted()).toEqual([201, ...Array(11).fill(409)])
  expect(new Set(made.map((each) => each.body.id ?? each.body.existing_id)).size).toBe(1)

  const offerings = await many('/offerings', () => ({
    name: 'Same External Id',
    regulation: 'reg_s',
    total_supply: 10,
    price_per_token: '1',
    maximum_raise: '10',
    external_id: 'twelve-at-once',
  }))
  expect(offerings.map((each) => each.status).toSorted()).toEqual([201, ...Array(11).fill(409)])
}, 60_000)

test('a limit of one person or one issuer holds over all their wallets and offerings at once', async () => {
  const wallet = (n: number) => `0x6${n.toString(16).padStart(39, '0')}`
  const kyc_data = { full_name: 'Vera Velocity', date_of_birth: '1981-03-01', country: 'US' }
  for (const n of [1, 2]) await post('/wallets/verify', { wallet_address: wallet(n), kyc_data })
  const pay = (n: number) =>
    post('/transactions', {
      type: 'payment',
      from_address: wallet(1 + (n % 2)),
      to_address: wallet(10 + n),
      amount: '2000',
      currency: 'USDC',
    })
  const paid = await Promise.all(Array.from({ length: 8 }, (_, n) => pay(n)))
  expect(paid.map((each) => each.body.status).toSorted()).toEqual([...Array(5).fill('approved'), ...Array(3).fill('denied')])
  expect((await pay(9)).body).toMatchObject({ restriction_code: 29, decision: { reason_codes: ['velocity_24h'], missing: [] } })

  const offers = await Promise.all(Array.from({ length: 4 }, () => offering({})))
  const people = await Promise.all(Array.from({ length: 37 }, (_, i) => investor(100 + i)))
  const buy = (i: number, at: number) =>
    post('/investments', { offering_id: offers[at]!.body.id, investor_id: people[i], amount: '1000' }).then((end) => end.body.status)
  // One was accepted above.
  for (let i = 0; i < 33; i++) expect(await buy(i, 0)).toBe('accepted')
  // The 35th of the issuer: one, whichever offering it is.
  const last = await Promise.all([0, 1, 2, 3].map((at) => buy(33 + at, at)))
  expect(last.toSorted()).toEqual(['accepted', 'rejected', 'rejected', 'rejected'])

  // H1: nor do two grants, or two offerings, pass a limit on holders or the sum of Regulation A at once.
  const full = await offering({ max_holders: 1 })
  const grants = await Promise.all(
    [30, 31].map((i) => post('/tokens/issue', { offering_id: full.body.id, wallet_address: wallet(i), quantity: 1, reason: 'grant' })),
  )
  expect(grants.map((each) => each.body.status).toSorted()).toEqual(['authorized', 'denied'])
  for (const { body } of grants) {
    const outcome = body.status === 'denied' ? 'deny' : 'allow'
    expect((await api.call('GET', `/api/v1/decisions/${body.decision.id}`, undefined, key)).body.outcome).toBe(outcome)
  }
  const regA = { regulation: 'reg_a_plus', total_supply: 7_500_000, price_per_token: '10', maximum_raise: '75000000' }
  const buyBoth = async (terms: object, buyers: (string | undefined)[]) => {
    const twins = await Promise.all([offering(terms), offering(terms)])
    const buyer = (i: number) => ({ investor_id: buyers[i], amount: '1000', annual_income: '900000', net_worth: '0' })
    return (await Promise.all(twins.map(({ body }, i) => post('/investments', { offering_id: body.id, ...buyer(i) })))).map(
      ({ body }) => `${body.status} ${body.decision.reason_codes}`,
    )
  }
  expect((await buyBoth(regA, people)).toSorted()).toEqual([
    expect.stringMatching(/^accepted/),
    expect.stringMatching(/^rejected .*reg_a_tier2_cap/),
  ])
  await api.services.connection.db.execute(sql`update organizations set settings = settings || jsonb_build_object('issuer',
    jsonb_build_object('sandbox', jsonb_build_object('investor_id', null, 'updated_at', null, 'facts', jsonb_build_object('holder_cap', (
      select count(distinct person_id) + 1 from (select person_id from lots union select person_id from investments where status = 'accepted') held)))))`)
  expect(
    (await buyBoth({ ...regA, maximum_raise: '1000000', total_supply: 100_000 }, await Promise.all([200, 201].map(investor)))).toSorted(),
  ).toEqual([expect.stringMatching(/^accepted/), expect.stringMatching(/^rejected .*exchange_act_12g_holders/)])

  const issued = await Promise.all(
    Array.from({ length: 3 }, () => post('/tokens/issue', { offering_id: offers[0]!.body.id, investor_id: people[0], quantity: 10 })),
  )
  const transaction_hash = `0x${'c4'.repeat(32)}`
  const confirmed = await Promise.all(issued.map(({ body }) => post(`/tokens/issue/${body.id}/confirm`, { transaction_hash })))
  expect(confirmed.map((each) => each.status).toSorted()).toEqual([200, 409, 409])
}, 120_000)
