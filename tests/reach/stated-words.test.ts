import { afterAll, beforeAll, expect, test } from 'vitest'
import { rulesDay } from '#core/kernel/rules-day.ts'
import { putRates } from '#core/sources/rates/store.ts'
import { party, verified } from './people.ts'
import { LISTED_BORN, startProduction, type Tenant } from './production.ts'

// What a caller says of a movement must not make another one of it, to which fewer rules apply.
let house: Awaited<ReturnType<typeof startProduction>>
let of: Tenant
let from_address: string
let to_address: string
let next = 10
beforeAll(async () => {
  house = await startProduction()
  of = await house.tenant('words')
  const facts = { us_bsa_type: 'msb', serves_eu: false, casp_auth: false, cdd_regime: 'US', art_trader: false }
  await of.patch('/tenant-facts', { facts })
  await putRates(house.administrator(), { date: rulesDay(Date.now()), source: 'ECB', per_eur: { USD: '1.10', IDR: '18000' } })
  from_address = await verified(of, house.holder(1), 'enhanced')
  to_address = await verified(of, house.holder(2), 'enhanced')
})
afterAll(() => house?.stop())

const move = (body: object) =>
  of.call('POST', '/transactions', {
    ...{ type: 'payment', from_address, to_address, originator: party('originator') },
    ...{ beneficiary: { ...party('beneficiary'), self_hosted: true }, ...body },
  })
const refused = (answer: { status: number; body: unknown; text: string }, pointer: string) => {
  expect(answer.status, answer.text.slice(0, 500)).toBe(422)
  expect(answer.body).toMatchObject({ errors: [{ pointer, code: 'conflicting_fields' }] })
}

test('a mint, a redemption and a sale are judged as such, whatever reward the caller says they are', async () => {
  const coin = { 'token.frameworks': ['genius'], 'token.issuer_class': 'none', 'token.capabilities': [], 'token.foreign': false }
  const mint = { type: 'mint', from_address: undefined, originator: undefined, beneficiary: undefined, amount: '100', currency: 'USDC' }
  expect((await move({ ...mint, compliance_facts: coin })).body).toMatchObject({ decision: { outcome: 'deny' } })
  const reward = { 'tx.reward': { payer: 'third_party', basis: 'purchase' } }
  const at = '/compliance_facts/tx.reward'
  refused(await move({ ...mint, compliance_facts: { ...coin, ...reward } }), at)
  refused(await move({ type: 'redemption', market: 'gaming', amount: '10', currency: 'USDC', compliance_facts: reward }), at)
  refused(await move({ type: 'trade', amount: '10', currency: 'USDC', compliance_facts: reward }), at)
  expect((await move({ amount: '10', currency: 'USDC', compliance_facts: { 'token.frameworks': [], ...reward } })).status).toBe(201)
})

test('no word that value arrives from outside, or is a reward, takes a customer out of their limits', async () => {
  const much = { amount: '900000', currency: 'USDC' }
  for (const words of [
    {},
    { 'tx.direction': 'inbound' },
    { 'token.frameworks': [], 'tx.reward': { payer: 'third_party', basis: 'purchase' } },
  ]) {
    const { body } = await move({ ...much, compliance_facts: words })
    expect(body.decision, JSON.stringify(words)).toMatchObject({ outcome: 'deny' })
    expect(body.decision.reason_codes).toContain('velocity_single')
  }
})

test('the contract of a coin is worth what the coin is, in no cheaper currency and as no collectible', async () => {
  const asset = { chain: 'ethereum', contract: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48' }
  refused(await move({ amount: '9000000', currency: 'IDR', asset }), '/currency')
  refused(await move({ type: 'sale', amount: '9000', currency: 'USD', asset: { ...asset, token_id: '1' } }), '/asset/token_id')
  const lower = { ...asset, contract: asset.contract.toLowerCase() }
  refused(await move({ amount: '9000000', currency: 'IDR', asset: lower }), '/currency')
  expect((await move({ amount: '10', currency: 'USDC', asset })).body).toMatchObject({ status: 'approved' })
  const large = await move({ type: 'transfer', market: 'nfts', amount: '90000', currency: 'USD', asset })
  expect(large.status, large.text.slice(0, 500)).toBe(201)
  expect(large.body.decision.rules.map((rule: { code: string }) => rule.code)).toContain('velocity_new_counterparty')
  expect(large.body.status).toBe('review')
})

test('what moves value is a payment, also in the name of the market of NFTs', async () => {
  const asset = { chain: 'ethereum', contract: `0x${'7e'.repeat(20)}` }
  for (const of_movement of [{ type: 'transfer', asset }, { type: 'sale', asset }, { type: 'transfer' }]) {
    const { body } = await move({ market: 'nfts', amount: '9000', currency: 'USD', ...of_movement })
    expect(await of.get(`/decisions/${body.decision.id}`), JSON.stringify(of_movement)).toMatchObject({ check: 'payment' })
  }
  const sold = await move({ market: 'nfts', type: 'sale', amount: '9000', currency: 'USD' })
  expect(await of.get(`/decisions/${sold.body.decision.id}`)).toMatchObject({ check: 'nft.sale' })
})

test('no birth date, country or kind that the caller states clears a name that is near a listed one', async () => {
  const listed = { full_name: 'Quillon J Obermannov', country: 'US' }
  const verify = async (kyc_data: object) => {
    const of_wallet = { wallet_address: house.holder(++next).address, level: 'basic', kyc_data }
    return (await of.call('POST', '/wallets/verify', of_wallet)).body.decision.outcome
  }
  expect(await verify({ ...listed, date_of_birth: LISTED_BORN.date_of_birth })).toBe('review')
  expect(await verify({ ...listed, date_of_birth: '1990-01-01' })).toBe('review')
  const against = { date_of_birth: '1990-01-01', country: 'NZ', entity_type: 'organization' }
  const { body } = await of.call('POST', '/sanctions/check', { ...listed, ...against })
  expect(body).toMatchObject({ status: 'possible_match', sanctions_cleared: false, demoted: [], decision: { outcome: 'review' } })
})

test('who is a reporting institution does not say the travel rule of its country away', async () => {
  const bare = { amount: '4000', currency: 'USDC', originator: undefined, beneficiary: undefined }
  for (const travel_seats of [[], ['JP']]) {
    await of.patch('/tenant-facts', { facts: { travel_seats } })
    const { body } = await move(bare)
    expect(body.decision).toMatchObject({ outcome: 'review' })
    expect(body.travel_rule).toMatchObject({ required: true, status: 'incomplete' })
  }
  await of.patch('/tenant-facts', { facts: { us_bsa_type: 'none', travel_seats: [] } })
  expect((await move(bare)).body.decision.reason_codes).not.toContain('travel_rule_incomplete')
  await of.patch('/tenant-facts', { facts: { us_bsa_type: 'msb', travel_seats: null } })
})
