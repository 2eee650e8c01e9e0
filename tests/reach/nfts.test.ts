import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rulesDay } from '#core/kernel/rules-day.ts'
import { putRates } from '#core/sources/rates/store.ts'
import { verified } from './people.ts'
import { LISTED_WALLET, notReached, startProduction, type Tenant } from './production.ts'

// biome-ignore lint/suspicious/noExplicitAny: facts and answers of any shape.
type Any = Record<string, any>

let house: Awaited<ReturnType<typeof startProduction>>
let of: Tenant
let next = 0
const today = rulesDay(Date.now())

beforeAll(async () => {
  house = await startProduction()
  of = await house.tenant('gallery')
  await of.patch('/tenant-facts', { facts: { art_trader: true, us_bsa_type: 'msb', serves_eu: false, casp_auth: false } })
  await putRates(house.administrator(), { date: today, source: 'ECB', per_eur: { USD: '1.10', JPY: '160' } })
})
afterAll(async () => {
  await house?.stop()
})

const holder = () => house.holder(++next)
const said = (answer: Any, code: string) => answer.decision.rules.find((rule: Any) => rule.code === code)?.result ?? 'nothing'
const claim = (wallet_address: string, creator_name: string, more: Any = {}) =>
  of.post('/nfts/verify-creator', { wallet_address, creator_name, ...more })
const contract = (n: number) => ({ chain: 'ethereum', contract: `0x${n.toString(16).padStart(40, 'c')}` })
const answers = { answered_on: today, terms_hash: 'e'.repeat(64) }
const howey = (more: Any, hash = 'e') => ({
  compliance_facts: {
    'asset.checklist': 'requested',
    'asset.terms_hash': hash.repeat(64),
    'asset.howey': {
      ...answers,
      ...Object.fromEntries(
        'price pooled fractionalised fortunes_tied revenue_share buyback profit_marketing staking sold_in_bulk roadmap_promises managed_treasury'
          .split(' ')
          .map((name) => [name, 'no']),
      ),
      ...more,
    },
  },
})
let token = 0
const sell = (from_address: string, to_address: string, amount: string, how: Any = {}) =>
  of.post('/transactions', {
    type: 'sale',
    market: 'nfts',
    from_address,
    to_address,
    amount,
    currency: 'USD',
    ...how,
    asset: { ...contract(how.collection ?? 1_000 + ++token), token_id: '1' },
    collection: undefined,
    compliance_facts: { 'asset.is_art': false, ...how.compliance_facts },
  })

test('L3 who creates: verified, alike another, of high risk, with links that nobody fetched, each both ways', async () => {
  const known = await verified(of, holder(), 'enhanced')
  const links = { twitter: '@marlow', instagram: '@marlow', website: 'https://marlow.example' }
  const fine = await claim(known, 'Marlow Ashcombe', { collection: contract(1) })
  expect(fine, JSON.stringify(fine.decision.rules)).toMatchObject({ verified: true, decision: { outcome: 'allow' } })
  const rows: [code: string, result: string, wallet: string, name: string, more?: Any][] = [
    ['creator_link_proof', 'info', known, 'Marlow Ashcombe', { social_links: links, collection: contract(1) }],
    ['creator_verified', 'review', holder().address, 'Nobody Known'],
    ['creator_name_similar', 'review', await verified(of, holder()), 'Marlow Ashcombe'],
    ['creator_risk_severe', 'review', await verified(of, holder()), 'Ivo Perrault', { takedowns_365d: 2 }],
    ['creator_risk_severe', 'fail', holder().address, 'Ivo Perrault', { takedowns_365d: 2 }],
  ]
  for (const [code, result, wallet, name, more] of rows) {
    const answer = await claim(wallet, name, more)
    expect.soft(said(answer, code), `${code} ${JSON.stringify(answer.decision.rules)}`).toBe(result)
  }
})

test('L3 what a sale needs: sides, price, art, the questions of Howey and listed wallets, each both ways', async () => {
  const maker = await verified(of, holder(), 'enhanced')
  await claim(maker, 'Tamsin Holloway', { collection: contract(7) })
  const seller = await verified(of, holder(), 'enhanced')
  const [buyer, fresh, plain] = [await verified(of, holder(), 'enhanced'), await verified(of, holder()), holder().address]
  const looked = { 'sale.source_of_funds': true, 'sale.pep_media_checked_at': new Date(Date.now() - 60_000).toISOString() }
  const art = { compliance_facts: { 'asset.is_art': true } }
  const rows: [code: string, result: string, to: string, amount: string, how?: Any][] = [
    ['nft_buyer_verification', 'nothing', buyer, '12000', { collection: 7 }],
    ['nft_buyer_verification', 'review', plain, '12000', { collection: 7 }],
    ['nft_linked_sales', 'review', plain, '10000', { collection: 7 }],
    ['nft_creator_verification', 'review', buyer, '10000', { from: seller }],
    ['nft_enhanced_aml', 'review', buyer, '100000', { collection: 7, compliance_facts: looked }],
    ['nft_art_market_duty', 'nothing', fresh, '9000', art],
    // With the one before it is one of 18,000 dollars.
    ['nft_art_market_duty', 'review', fresh, '9000', art],
    ['nft_art_market_duty', 'info', buyer, '100', art],
    ['nft_art_market_duty', 'info', buyer, '20000', art],
    ['nft_art_market_duty', 'review', plain, '20000', art],
    ['nft_price_currency', 'review', buyer, '100', { currency: 'JPY' }],
    ['howey_route', 'info', buyer, '10', howey({})],
    ['howey_route', 'review', buyer, '10', howey({ price: 'yes', pooled: 'yes', revenue_share: 'yes' })],
    ['howey_route', 'fail', buyer, '10', { compliance_facts: { 'asset.us_class': 'digital_security' } }],
    ['howey_answers_stale', 'nothing', buyer, '10', howey({})],
    ['howey_answers_stale', 'review', buyer, '10', howey({}, 'f')],
    ['nft_sanctions_both', 'fail', LISTED_WALLET, '10'],
  ]
  for (const [code, result, to, amount, how] of rows) {
    const { from = maker, ...more } = how ?? {}
    const answer = await sell(from, to, amount, more)
    expect.soft(said(answer, code), `${code} ${JSON.stringify(answer.decision.rules)}`).toBe(result)
  }
})

test('L3 a price in a coin of a chain is converted by a rate of the five minutes before the sale, which the caller states with who quotes it', async () => {
  const [seller, other] = [await verified(of, holder(), 'enhanced'), await verified(of, holder(), 'enhanced')]
  const before = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString()
  const rate = (at: string, usd = '4000.5') => ({ compliance_facts: { 'sale.rate': { usd, at, source: 'Harbour Exchange ETH-USD' } } })
  const buyer = () => verified(of, holder(), 'enhanced')
  const eth = async (amount: string, how: Any, to: string) => sell(seller, to, amount, { currency: 'ETH', ...how })
  const first = await buyer()
  const sold = await eth('0.5', rate(before(20)), first)
  expect(sold, JSON.stringify(sold.decision.rules)).toMatchObject({ status: 'approved', decision: { outcome: 'allow' } })
  const told = await of.get(`/decisions/${sold.decision.id}`)
  expect(told.rules).toContainEqual(expect.objectContaining({ code: 'nft_price_currency', result: 'pass' }))
  expect(told.facts_used).toContainEqual(expect.objectContaining({ path: 'sale.rate_at', source: 'stated' }))
  // Neither none, nor an old one, nor one of the future.
  for (const how of [{}, rate(before(301)), rate(before(-3_600))]) {
    const asked = await eth('0.5', how, await buyer())
    expect(asked.status).toBe('review')
    expect(said(asked, 'nft_price_currency'), JSON.stringify(how)).toBe('review')
  }
  // The threshold is read in dollars: of this sale, and of those before it at the rate of each.
  expect(said(await eth('2.5', rate(before(20)), holder().address), 'nft_buyer_verification')).toBe('review')
  expect(said(await eth('2.4', rate(before(20)), holder().address), 'nft_buyer_verification')).toBe('nothing')
  const plain = holder().address
  expect(said(await eth('2.4', rate(before(20)), plain), 'nft_linked_sales')).toBe('nothing')
  expect(said(await sell(seller, plain, '399'), 'nft_linked_sales')).toBe('review')
  // One that nobody can convert leaves the sum unknown, and the next sale waits.
  const unknown = holder().address
  await eth('5', {}, unknown)
  const next = await sell(seller, unknown, '10')
  expect(
    next.decision.missing.map((one: Any) => one.path ?? one),
    JSON.stringify(next.decision),
  ).toContain('/sale/linked')
  // What has an official sheet, or needs no rate, is nobody's word.
  for (const currency of ['USD', 'EUR', undefined]) {
    const asked = { type: 'sale', market: 'nfts', from_address: other, to_address: first, amount: '10', currency }
    const refused = await of.call('POST', '/transactions', {
      ...asked,
      asset: { ...contract(99), token_id: '1' },
      ...rate(before(20)),
    })
    expect(refused, refused.text).toMatchObject({ status: 422, body: { errors: [{ pointer: '/compliance_facts/sale.rate' }] } })
  }
})

test('L3 a sale that waited for people keeps the rate of its own moment', async () => {
  const [seller, buyer] = [await verified(of, holder(), 'enhanced'), await verified(of, holder(), 'enhanced')]
  const at = Date.now() - 60_000
  const rate = { usd: '4000', at: new Date(at).toISOString(), source: 'Harbour Exchange ETH-USD' }
  const { compliance_facts } = howey({ price: 'yes', pooled: 'yes', revenue_share: 'yes' })
  const held = await sell(seller, buyer, '0.5', { currency: 'ETH', compliance_facts: { ...compliance_facts, 'sale.rate': rate } })
  expect(held, JSON.stringify(held.decision)).toMatchObject({ status: 'review' })
  // As it stands an hour later.
  const hourBefore = JSON.stringify({ 'sale.rate': { ...rate, at: new Date(at - 3_600_000).toISOString() } })
  await house.db.execute(
    sql`update transactions set created_at = created_at - interval '1 hour', facts = facts || ${hourBefore}::jsonb where id = ${held.id}`,
  )
  const { data } = await of.get(`/cases?subject_id=${held.id}`)
  for (const by of ['usr_platform', 'usr_other']) await house.settle(data[0].id, 'release', by)
  const released = await of.get(`/transactions/${held.id}`)
  expect(released, JSON.stringify(released.decision)).toMatchObject({ status: 'approved' })
})

test('L3 a sale between two wallets of one person is refused, and counts against who created', async () => {
  const named = { full_name: 'Odile Farrow' }
  const [one, two] = [await verified(of, holder(), 'enhanced', named), await verified(of, holder(), 'enhanced', named)]
  const before = await claim(one, 'Odile Farrow')
  for (let i = 0; i < 2; i++) expect((await sell(one, two, '10')).decision.outcome).toBe('deny')
  const after = await claim(one, 'Odile Farrow')
  // Published weights: 30 points for two alerts of ninety days.
  expect(after.risk_score - before.risk_score).toBe(30)
})

test('L3 every rule of NFTs was seen both ways in sealed decisions, but for those on the list', async () => {
  expect(notReached(await house.reached(), ['nfts'])).toEqual([])
})
