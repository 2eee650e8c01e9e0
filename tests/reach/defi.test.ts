import { afterAll, beforeAll, expect, test } from 'vitest'
import { accredited, party, verified } from './people.ts'
import { LISTED_WALLET, notReached, startProduction, type Tenant } from './production.ts'

// biome-ignore lint/suspicious/noExplicitAny: facts and answers of any shape.
type Any = Record<string, any>

let house: Awaited<ReturnType<typeof startProduction>>
let of: Tenant
let next = 0

beforeAll(async () => {
  house = await startProduction()
  of = await house.tenant('protocols')
  await of.patch('/tenant-facts', { facts: { licences: ['lender:NY'], us_bsa_type: 'msb', serves_eu: false, casp_auth: false } })
})
afterAll(async () => {
  await house?.stop()
})

const holder = () => house.holder(++next)
const ask = (wallet_address: string, how: Any = {}) =>
  of.post('/defi/verify-wallet', {
    wallet_address,
    protocol_name: 'Example Lend',
    ...how,
    compliance_facts: { 'defi.vpn': false, ...how.compliance_facts },
  })
const said = (answer: Any, code: string) => answer.decision.rules.find((rule: Any) => rule.code === code)?.result ?? 'nothing'
const POOL = {
  pooled: true,
  managed: true,
  stablecoin: false,
  payer: 'borrowers',
  us_route: 'registered',
  accredited_only: false,
  exemption: 'none',
  holders: 5,
  already_holder: false,
}
const pool = (more: Any) => ({ action: { type: 'supply', amount: '100' }, compliance_facts: { 'defi.pool': { ...POOL, ...more } } })
const yields = (payer: string, ...laws: string[]) => {
  const { compliance_facts, ...how } = pool({ stablecoin: true, payer })
  return { ...how, compliance_facts: { ...compliance_facts, 'defi.coin_frameworks': laws } }
}
const QUALIFIED = {
  kind: 'natural',
  investments: { amount: '5000000', currency: 'USD' },
  formed_for_purchase: false,
  all_deciders_qualified: false,
}
const purchaser = (more: Any) => {
  const { compliance_facts, ...how } = pool({ exemption: '3c7' })
  return { ...how, compliance_facts: { ...compliance_facts, 'defi.qp': { ...QUALIFIED, ...more } } }
}
const loan = (more: Any) => ({
  action: { type: 'borrow', amount: '100' },
  compliance_facts: { 'defi.loan': { purpose: 'consumer', natural: true, state: 'NY', collateral_bps: 15_000, ...more } },
})

test('L3 who may use a protocol: level, caps, places, pools, loans and listed contracts, each both ways', async () => {
  const user = await verified(of, holder(), 'enhanced')
  const basic = await verified(of, holder())
  const rich = await accredited(house, of, holder())
  const british = await verified(of, holder(), 'enhanced', { country: 'GB' })
  const german = await verified(of, holder(), 'enhanced', { country: 'DE' })
  await of.post('/protocols', { protocol_name: 'Closed There', blocked_countries: ['DE'] })
  const fine = await ask(user, { action: { type: 'supply', amount: '100' } })
  expect(fine, JSON.stringify(fine.decision.rules)).toMatchObject({ access_granted: true, verification_level: 'defi-enhanced' })
  const promoted = (more: Any) => ({ uk_promotion: { client: 'retail', appropriateness_test_passed: true, ...more } })
  const rows: [code: string, result: string, wallet: string, how: Any][] = [
    ['defi_cap_24h', 'fail', user, { action: { type: 'swap', amount: '250001' } }],
    ['defi_level_too_low', 'review', basic, { action: { type: 'borrow', amount: '10' } }],
    ['defi_geo_blocked', 'fail', german, { protocol_name: 'Closed There' }],
    ['defi_sanctions_address', 'fail', LISTED_WALLET, {}],
    ['defi_uk_cooling_off', 'review', british, promoted({})],
    ['defi_uk_cooling_off', 'nothing', british, promoted({ first_promotion_at: new Date(Date.now() - 25 * 3_600_000).toISOString() })],
    ['defi_yield_us', 'nothing', user, pool({})],
    ['defi_yield_us', 'review', user, pool({ us_route: 'none' })],
    ['defi_yield_us', 'fail', user, pool({ us_route: 'reg_d_506c' })],
    ['defi_yield_payment_stablecoin', 'nothing', user, pool({ stablecoin: true })],
    ['defi_yield_payment_stablecoin', 'review', user, pool({ stablecoin: true, payer: 'issuer' })],
    // The act of the United States binds from 18 January 2027, that of the European Union now, and service providers too.
    ['defi_yield_payment_stablecoin', 'info', user, yields('issuer', 'genius')],
    ['defi_yield_payment_stablecoin', 'fail', user, yields('issuer', 'mica')],
    ['defi_yield_payment_stablecoin', 'fail', user, yields('casp', 'mica')],
    ['defi_accredited_pool', 'nothing', rich, pool({ accredited_only: true })],
    ['defi_accredited_pool', 'review', user, pool({ accredited_only: true })],
    ['defi_accredited_pool', 'fail', user, pool({ accredited_only: true, exemption: '3c1', holders: 100 })],
    ['defi_accredited_pool', 'fail', user, pool({ exemption: '3c1', holders: 100 })],
    ['defi_accredited_pool', 'review', rich, pool({ exemption: '3c7' })],
    ['defi_accredited_pool', 'fail', rich, purchaser({ kind: 'none' })],
    ['defi_accredited_pool', 'nothing', user, purchaser({})],
    ['defi_collateral_low', 'nothing', user, loan({})],
    ['defi_collateral_low', 'fail', user, loan({ collateral_bps: 11_999 })],
    ['defi_lending_licence', 'nothing', user, loan({})],
    ['defi_lending_licence', 'review', user, loan({ state: 'CA' })],
    ['defi_lending_licence', 'info', user, loan({ purpose: 'business' })],
  ]
  for (const [code, result, wallet, how] of rows) {
    const answer = await ask(wallet, how)
    expect.soft(said(answer, code), `${code} ${JSON.stringify(answer.decision.rules)}`).toBe(result)
  }
})

test('L3 a permit that would live too long is decided, and refused with that decision', async () => {
  const user = await verified(of, holder(), 'enhanced')
  const contract = `0x${'c7'.repeat(20)}`
  const permit = (ttl_seconds: number) => ({ chain_id: 1, verifying_contract: contract, ttl_seconds })
  // Leaving asks for no contract that is proven.
  const leave = (ttl_seconds: number) => ({
    ...{ wallet_address: user, protocol_name: 'Example Lend', action: { type: 'withdraw', amount: '10' } },
    ...{ permit: permit(ttl_seconds), compliance_facts: { 'defi.vpn': false } },
  })
  for (const [seconds, field] of [
    [601, '/permit/ttl_seconds'],
    [29, '/permit/ttl_seconds'],
  ] as const) {
    const { status, body, text } = await of.call('POST', '/defi/verify-wallet', leave(seconds))
    expect([status, body.errors?.[0]?.pointer], text).toEqual([422, field])
    expect(await of.get(`/decisions/${body.decision.id}`)).toMatchObject({ check: 'defi.access', outcome: 'deny' })
  }
  expect((await of.call('POST', '/defi/verify-wallet', leave(600))).status).toBe(200)
})

test('L3 the risk of a wallet is that of its payments recorded here, and a high one waits for a person', async () => {
  const [from, to] = [await verified(of, holder()), await verified(of, holder())]
  const pay = (amount: string) =>
    of.post('/transactions', {
      type: 'payment',
      from_address: from,
      to_address: to,
      amount,
      currency: 'USDC',
      originator: party('originator'),
      beneficiary: { ...party('beneficiary'), self_hosted: true },
    })
  expect(said(await ask(from), 'defi_risk_high')).toBe('nothing')
  for (const amount of ['2900', '2900', '2900']) await pay(amount)
  const asked = await ask(from)
  expect(asked).toMatchObject({ access_granted: false, decision: { outcome: 'review' } })
  expect(said(asked, 'defi_risk_high')).toBe('review')
  // Who leaves is let go.
  expect(said(await ask(from, { action: { type: 'withdraw', amount: '10' } }), 'defi_risk_high')).toBe('nothing')
})

test('L3 what is promised of a yield is judged before it is published', async () => {
  const fresh = { apy_at: new Date(Date.now() - 3_600_000).toISOString(), source: 'on-chain', rate: 'variable' }
  const publish = async (text: string) => (await of.post('/publications', { kind: 'yield', text, ...fresh })).decision.outcome
  expect([await publish('variable, 30-day average 4.1 %'), await publish('Guaranteed 8 %')]).toEqual(['allow', 'deny'])
})

test('L3 every rule of DeFi was seen both ways in sealed decisions, but for those on the list', async () => {
  expect(notReached(await house.reached(), ['defi'])).toEqual([])
})
