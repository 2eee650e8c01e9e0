import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApi } from '#tests/api/harness.ts'

let api: Awaited<ReturnType<typeof startApi>>
let key: string
let own: string
const call = (method: string, path: string, body?: object, as = key) => api.call(method, `/api/v1${path}`, body, as)
beforeAll(async () => {
  api = await startApi()
  ;({ key, id: own } = await api.makeKey('sandbox'))
})
afterAll(() => api?.stop())

const PERSONA = '0x5ea15ea15ea15ea15ea15ea15ea15ea100000002'
const OTHER = '0x5ea15ea15ea15ea15ea15ea15ea15ea100000013'
const TERMS = {
  ...{ name: 'Told', type: 'equity', regulation: 'reg_d_506b', total_supply: 10_000, price_per_token: '10', maximum_raise: '100000' },
  ...{ status: 'draft', compliance_facts: { documents_required: false } },
}
const wordsOf = async (path: string) => {
  const { status, body, text } = await call('GET', `${path}/facts/history`)
  expect(status, text).toBe(200)
  return body.data as { fact: string; value: unknown; stated_by: string; role: string; at: string }[]
}

test('what an issuer says is read back with its author, and every word before it', async () => {
  expect(await wordsOf('/issuer')).toEqual([])
  const second = await api.makeKey('sandbox')
  await call('PATCH', '/issuer', { compliance_facts: { domicile: 'US', shell: 'never' } })
  await call('PATCH', '/issuer', { compliance_facts: { domicile: 'GB', shell: null } }, second.key)
  const said = await wordsOf('/issuer')
  expect(said.map(({ fact, value, stated_by }) => [fact, value, stated_by]).sort()).toEqual(
    [
      ['domicile', 'GB', second.id],
      ['shell', null, second.id],
      ['domicile', 'US', own],
      ['shell', 'never', own],
    ].sort(),
  )
  expect(said.map(({ at }) => at)).toEqual(
    said
      .map(({ at }) => at)
      .sort()
      .reverse(),
  )
  const { body } = await call('GET', '/issuer/facts/history?fact=domicile')
  expect(body.data.map((one: { value: unknown }) => one.value)).toEqual(['GB', 'US'])
  // The word in force is the newest, and one that was taken back is not in force.
  expect((await call('GET', '/issuer')).body).toMatchObject({
    compliance_facts: { domicile: 'GB' },
    facts_stated: { domicile: { by: second.id, at: body.data[0].at } },
  })
})

test('an offering tells who stated its facts, and a copy of the world tells it too', async () => {
  const made = await call('POST', '/offerings', TERMS)
  expect(made.status, made.text).toBe(201)
  const path = `/offerings/${made.body.id}`
  await call('PATCH', path, { compliance_facts: { documents_required: null, listing_visibility: 'gated' } })
  expect((await wordsOf(path)).map(({ fact, value }) => [fact, value])).toEqual(
    expect.arrayContaining([
      ['documents_required', null],
      ['listing_visibility', 'gated'],
      ['documents_required', false],
    ]),
  )
  expect((await call('GET', path)).body.compliance_facts).toEqual({ listing_visibility: 'gated' })
  const stranger = await api.makeStranger()
  expect((await call('GET', `${path}/facts/history`, undefined, stranger)).status).toBe(404)

  const fork = (await call('POST', '/sandbox/fork', {})).body
  const [copy] = (await call('GET', '/offerings?q=Told', undefined, fork.key)).body.data
  expect((await call('GET', `/offerings/${copy.id}/facts/history`, undefined, fork.key)).body.data).toHaveLength(3)
  expect((await call('GET', '/issuer/facts/history', undefined, fork.key)).body.data).toMatchObject([
    { fact: 'domicile', stated_by: expect.any(String) },
  ])
})

test('an investment, a payment and a sale keep who stated their facts, and their decisions name them', async () => {
  const { body: offering } = await call('POST', '/offerings', { ...TERMS, name: 'Sold', status: 'open' })
  const sale = { 'investment.own_account_representation': true }
  const bought = await call('POST', '/investments', {
    offering_id: offering.id,
    wallet_address: PERSONA,
    amount: '1000',
    compliance_facts: sale,
  })
  expect(bought.body, bought.text).toMatchObject({ compliance_facts: sale, facts_stated: { [Object.keys(sale)[0]!]: { by: own } } })
  expect(await wordsOf(`/investments/${bought.body.id}`)).toMatchObject([
    { fact: Object.keys(sale)[0], value: true, stated_by: own, role: 'issuer' },
  ])

  const parties = { from_address: PERSONA, to_address: OTHER, amount: '10', currency: 'USDC' }
  for (const asked of [
    { ...parties, type: 'payment', compliance_facts: { 'tx.direction': 'outbound' } },
    { ...parties, type: 'sale', market: 'nfts', currency: 'USD', compliance_facts: { 'asset.us_class': 'digital_collectible' } },
  ]) {
    const paid = await call('POST', '/transactions', asked)
    const [[fact, value]] = Object.entries(asked.compliance_facts) as [[string, string]]
    expect(paid.body, paid.text).toMatchObject({ compliance_facts: { [fact]: value }, facts_stated: { [fact]: { by: own } } })
    expect(await wordsOf(`/transactions/${paid.body.id}`)).toMatchObject([{ fact, value, stated_by: own }])
    const read = await call('GET', `/transactions/${paid.body.id}`)
    const word = paid.body.decision.facts_used.find((one: { path: string }) => one.path === fact)
    if (word) expect(read.body.decision.facts_used).toContainEqual({ ...word, id: own, as_of: paid.body.facts_stated[fact].at })
    expect(read.body).toMatchObject({ compliance_facts: { [fact]: value } })
  }
  // A key that may not read them does not.
  const narrow = (await api.makeKey('sandbox', ['offerings:read'])).key
  expect((await call('GET', `/investments/${bought.body.id}/facts/history`, undefined, narrow)).status).toBe(403)
  const tried = await call('POST', '/transactions', {
    ...parties,
    type: 'payment',
    dry_run: true,
    compliance_facts: { 'tx.direction': 'outbound' },
  })
  expect(tried.body.id).toBeNull()
})

test('what was said stays said, and a reset takes it with the world', async () => {
  const { pool } = api.services.connection
  await expect(pool.query(`update stated_facts set value = 'true'`)).rejects.toThrow(/append-only|permission denied/)
  await call('POST', '/sandbox/reset', {})
  expect(await wordsOf('/issuer')).toEqual([])
  expect(
    (
      await pool.query(`select 1 from stated_facts where environment = 'sandbox' and organization_id = $1`, [
        api.ctx('sandbox').organizationId,
      ])
    ).rowCount,
  ).toBe(0)
})
