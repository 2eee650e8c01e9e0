import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rulesDay } from '#core/kernel/rules-day.ts'
import { FACTS, ordinaryOf } from '#core/record/facts/table.ts'
import { sealedDecisions } from '../api/one-decision.ts'
import { accredit } from './accreditation.ts'
import { HASH, OFFERING, startIssuer, TERMS } from './issuers.ts'
import { party, verified } from './people.ts'
import { startProduction, type Tenant } from './production.ts'

// biome-ignore lint/suspicious/noExplicitAny: facts and answers of any shape.
type Any = Record<string, any>

const DAY = 86_400_000
const now = Date.now()
const dayBefore = (days: number) => rulesDay(now - days * DAY)
const before = (ms: number) => new Date(now - ms).toISOString()
const TOKEN = `0x${'ab'.repeat(20)}`
const OWNER = { share_percent: 100, controls: true, country: 'US' }

let house: Awaited<ReturnType<typeof startProduction>>
let next = 0
beforeAll(async () => {
  house = await startProduction()
})
afterAll(() => house?.stop())

const said = (body: Any, code: string) => body.decision?.rules.find((rule: Any) => rule.code === code)?.result ?? 'nothing'

const sourceOf = (decision: Any, path: string) => decision.facts_used.find((used: Any) => used.path === path)?.source
/** What a sealed decision read under a path. */
async function readUnder({ id }: Any, path: string): Promise<unknown> {
  const { result } = (await sealedDecisions(house.db, [id])).get(id)!
  return result.rules.flatMap((rule) => rule.facts).find((fact) => fact.path === path)?.value
}

const offer = async (of: Tenant, regulation: string, facts: Any = {}) =>
  of.post('/offerings', {
    ...{ ...TERMS, name: `Offering ${++next}`, regulation },
    compliance_facts: { ...OFFERING, reg_s_category: regulation === 'reg_s' ? '3' : 'none', ...facts },
  })

/** Somebody verified, with a wallet that they proved; a company where its owners are named. */
async function investor(of: Tenant, how: { country?: string; accredited?: boolean; owners?: Any[] } = {}) {
  const { country = 'US', accredited = country === 'US' && !how.owners, owners } = how
  const wallet = house.holder(++next)
  const made = await of.post('/investors', {
    full_name: `Person${'abcdefghijklmnopqrstuvwxyz'[next % 26]} Records${next}`,
    email: `records${next}@people.example`,
    wallet_address: wallet.address,
    ...(owners ? { type: 'entity' } : { date_of_birth: '1980-01-01' }),
    country,
    affiliation: 'none',
    ...(country === 'US' && { address: { line1: '1 Street', city: 'Austin', state: 'TX' } }),
  })
  const seat = { registration_number: '1234', registration_country: country, address: '1 Quay', city: 'Austin', state: 'TX' }
  await of.post(`/investors/${made.id}/verify`, {
    ...(country !== 'US' && { identity: { country } }),
    ...(owners && { identity: { ...seat, owners } }),
    signature: await wallet.prove(of),
    accepted_terms: true,
  })
  if (accredited) await accredit(house, of, made.id)
  return { id: made.id as string, wallet: made.wallet_address as string }
}

const buy = (of: Tenant, offering_id: string, investor_id: string, { facts = {}, place = 'US' }: { facts?: Any; place?: string } = {}) =>
  of.post('/investments', {
    ...{ offering_id, investor_id, amount: '1000', payment_method: 'wire', agreement_sha256: HASH },
    compliance_facts: {
      'investment.own_account_representation': true,
      'investment.paid_by_investor': true,
      'investment.disclosure': { hash: HASH, delivered_at: before(3 * DAY), level: 'tier2_audited' },
      'investment.offer_location': place,
      'investment.to_location_at_order': place,
      'investment.ip_country': place,
      'investment.vpn': false,
      'investor.relationship_established_at': dayBefore(400),
      'investor.sophistication': { kind: 'self', issuer_belief_recorded: true, representative_is_affiliate: false },
      'investor.generally_solicited': false,
      'investor.knowledgeable_employee': false,
      'investor.custodial_account': false,
      'investor.reg_s_certificate': { hash: HASH, signed_at: before(DAY) },
      'investor.us_person_answers': ordinaryOf(FACTS.investor).us_person_answers,
      ...facts,
    },
  })

/** The same sale many times more, each to somebody else. */
async function soldTo(count: number, investment: string): Promise<void> {
  await house.db.execute(sql`
    insert into persons select (jsonb_populate_record(null::persons, to_jsonb(p) || jsonb_build_object('id', p.id || '_' || n))).*
    from persons p, generate_series(1, ${count}::int) n where p.id = (select person_id from investments where id = ${investment})`)
  await house.db.execute(sql`
    insert into investments select (jsonb_populate_record(null::investments, to_jsonb(i)
      || jsonb_build_object('id', i.id || '_' || n, 'person_id', i.person_id || '_' || n))).*
    from investments i, generate_series(1, ${count}::int) n where i.id = ${investment}`)
}

test('the owners of record of a fund count, whoever else the issuer names', async () => {
  const of = await startIssuer(await house.tenant('fund'), 'fund', { ica_status: '3c1' })
  const made = await offer(of, 'reg_d_506c')
  const first = await buy(of, made.id, (await investor(of)).id)
  expect(first.status, JSON.stringify(first.decision.rules)).toBe('accepted')
  await soldTo(99, first.id)
  const last = (await investor(of)).id
  expect(said(await buy(of, made.id, last), 'ica_3c1_limit')).toBe('fail')
  const elsewhere = [{ person_id: 'elsewhere', units: '1', knowledgeable_employee: false, fund_owner_count: 'none' }]
  await of.patch('/issuer', { compliance_facts: { fund_owners: elsewhere } })
  expect(await buy(of, made.id, last)).toMatchObject({ status: 'rejected' })
  // Of owners elsewhere only the issuer knows.
  await of.patch('/issuer', { compliance_facts: { fund_owners: null } })
  expect((await buy(of, made.id, last)).decision.missing).toContain('/issuer/fund_owners')
})

test('an offering that ran counts beside the next one, though it was cancelled before anybody bought', async () => {
  const of = await startIssuer(await house.tenant('cancelled'), 'cancelled')
  const ran = await offer(of, 'reg_d_506c', { general_solicitation: true, listing_visibility: 'public' })
  const { cancellation_case_id } = await of.post(`/offerings/${ran.id}/cancel`, { note: 'We found nobody who would buy.' })
  await house.settle(cancellation_case_id, 'release')
  expect(await of.get(`/offerings/${ran.id}`)).toMatchObject({ status: 'cancelled' })
  const drafted = await of.post('/offerings', { ...TERMS, name: 'Never offered', regulation: 'reg_d_506c', status: 'draft' })
  await of.post(`/offerings/${drafted.id}/cancel`, { note: 'We drew it up for nobody.' })
  const made = await offer(of, 'reg_d_506b')
  expect(made.status).toBe('draft')
  const { data } = await of.get(`/decisions?check=offering.open&subject_id=${made.id}`)
  const decision = await of.get(`/decisions/${data[0].id}`)
  expect(decision.outcome).toBe('review')
  const beside = decision.rules.flatMap((rule: Any) => (rule.code === 'integration_152b1_30_days' ? rule.message : []))
  expect(beside).toEqual([expect.stringContaining(ran.id)])
})

test('an offering held apart from another is so only while that one runs as it was judged', async () => {
  const other = { id: 'elsewhere', kind: 'reg_d_506b', starts_on: dayBefore(200), ended_on: 'none' }
  const facts = { other_offerings: [other], sales_506b: [] }
  const of = await startIssuer(await house.tenant('apart'), 'apart', facts)
  const made = await offer(of, 'reg_d_506b')
  const asked = await of.post(`/offerings/${made.id}/integration`, {
    ...{ other_offering_ids: ['elsewhere'], document_sha256: HASH, reason_code: 'general_test_met' },
    note: 'Counsel finds the general test met.',
  })
  await house.settle(asked.second_person.case_id, 'release')
  await of.post(`/offerings/${made.id}/open`)
  const buyer = (await investor(of)).id
  expect(await buy(of, made.id, buyer)).toMatchObject({ status: 'accepted' })
  await of.patch('/issuer', { compliance_facts: { other_offerings: [{ ...other, kind: 'other' }] } })
  expect(await buy(of, made.id, buyer)).toMatchObject({ status: 'pending', decision: { outcome: 'review' } })
})

test('sales under Rule 506(b) elsewhere are asked for, and each owner of a company that was formed to buy counts', async () => {
  const of = await startIssuer(await house.tenant('purchasers'), 'purchasers', { sales_506b: null })
  const made = await offer(of, 'reg_d_506b')
  const plain = (await investor(of, { accredited: false })).id
  const ran = (ended_on: string) => [{ id: 'elsewhere', kind: 'reg_d_506b', starts_on: dayBefore(200), ended_on }]
  await of.patch('/issuer', { compliance_facts: { other_offerings: ran(dayBefore(60)) } })
  expect((await buy(of, made.id, plain)).decision.missing).toContain('/issuer/sales_506b')
  const sales = Array.from({ length: 35 }, (_, n) => ({
    ...{ person_id: `elsewhere_${n}`, date: dayBefore(61), accredited: false, excluded_501e: false },
  }))
  await of.patch('/issuer', { compliance_facts: { sales_506b: sales } })
  expect(said(await buy(of, made.id, plain), 'reg_d_506b_nonaccredited_limit')).toBe('fail')
  await of.patch('/issuer', { compliance_facts: { other_offerings: ran(dayBefore(150)), sales_506b: null } })

  const named = (family: string) =>
    ['Ann', 'Ben', 'Cleo'].map((one, n) => ({
      ...{ ...OWNER, full_name: `${one} ${family}`, share_percent: n ? 33 : 34, date_of_birth: '1970-01-01' },
    }))
  const formed = { 'investor.formed_for_purchase': true, 'investor.fund_owner_count': 'none' }
  const company = await investor(of, { owners: named('Harcourt') })
  const bought = await buy(of, made.id, company.id, { facts: formed })
  // Kept whatever became of it: the count is of what was sold.
  await house.db.execute(
    sql`update investments set status = 'accepted', facts = facts || ${JSON.stringify(formed)}::jsonb where id = ${bought.id}`,
  )
  const one = await buy(of, made.id, plain)
  expect(one.status, JSON.stringify(one.decision.rules)).toBe('accepted')
  expect(sourceOf(one.decision, 'issuer.sales_506b')).toBe('measured')
  // Three owners and 32 persons are 35.
  await soldTo(31, one.id)
  const { decision } = await buy(of, made.id, (await investor(of, { accredited: false })).id)
  expect(decision.rules.find((rule: Any) => rule.code === 'reg_d_506b_nonaccredited_limit')).toMatchObject({
    message: expect.stringContaining('purchaser 36'),
  })
})

test('units are issued for a sale that was accepted, whatever the reason is called', async () => {
  const of = await startIssuer(await house.tenant('issuing'), 'issuing')
  const made = await offer(of, 'reg_s')
  const holder = await investor(of, { country: 'DE' })
  const link = { wallet: `0x${'ac'.repeat(20)}`, chain_id: 1, at: before(DAY) }
  await house.db.execute(
    sql`update offerings set chain = 'ethereum', token_address = ${TOKEN}, token_link = ${JSON.stringify(link)}::jsonb where id = ${made.id}`,
  )
  const issue = (more: Any) => of.post('/tokens/issue', { offering_id: made.id, wallet_address: holder.wallet, quantity: 10, ...more })
  for (const reason of ['investment', 'grant', 'correction', 'split', 'other'])
    expect(await issue({ reason })).toMatchObject({ status: 'denied', decision: { missing: ['/investment/status'] } })
  const bought = await buy(of, made.id, holder.id, { place: 'DE' })
  expect(bought.status, JSON.stringify(bought.decision.rules)).toBe('accepted')
  expect(await issue({ investment_id: bought.id })).toMatchObject({ status: 'authorized', decision: { outcome: 'allow' } })

  // The contract of an offering moves its units, under whatever name.
  const to = await investor(of, { country: 'DE' })
  const sides = { originator: party('originator', 'DE'), beneficiary: { ...party('beneficiary', 'DE'), self_hosted: true } }
  for (const [asset, more] of [
    [{ contract: TOKEN }, sides],
    [{ contract: TOKEN.replaceAll('a', 'A').replaceAll('b', 'B').replace('0X', '0x') }, sides],
    [{ contract: TOKEN, token_id: '1' }, {}],
  ] as const) {
    const moved = await of.call('POST', '/transactions', {
      ...{ type: 'transfer', from_address: holder.wallet, to_address: to.wallet, amount: '10', currency: 'USD', ...more },
      asset: { chain: 'ethereum', ...asset },
    })
    expect(moved, moved.text).toMatchObject({ status: 422, body: { errors: [{ pointer: '/asset/contract', code: 'conflicting_fields' }] } })
  }
})

test('a reserve is of one moment, and what was minted here counts since', async () => {
  const of = await house.tenant('minting')
  await of.patch('/tenant-facts', { facts: { us_bsa_type: 'msb', serves_eu: false, casp_auth: false, cdd_regime: 'US' } })
  const [year, at] = dayBefore(0).split('-').map(Number) as [number, number]
  const month = new Date(Date.UTC(year, at - 2, 15)).toISOString().slice(0, 7)
  await of.post('/stablecoins/reserve-statements', {
    ...{ token: 'USDC', month, outstanding: '100', document_sha256: HASH },
    reserves: [{ type: 'demand_deposit', amount: '900', custodian_country: 'US', encumbered: 'no' }],
    accountant: { name: 'Example & Co LLP', registration: 'PCAOB 0000' },
    certified_by: ['ceo', 'cfo'].map((role) => ({ name: `The ${role}`, role, signed_at: before(60_000) })),
  })
  const to = await verified(of, house.holder(++next), 'enhanced')
  const coin = {
    'token.frameworks': ['genius'],
    'token.capabilities': ['freeze', 'seize', 'burn', 'block'],
    'token.issuer_class': 'federal',
    'token.state_waiver': false,
    'token.audited': true,
    'token.sec_reporting': false,
    'token.foreign': false,
  }
  const mint = (facts: Any, more: Any = {}) =>
    of.post('/transactions', {
      ...{ type: 'mint', to_address: to, amount: '10', currency: 'USDC', ...more },
      compliance_facts: { ...coin, ...facts },
    })
  const moment = { 'token.reserves_at': before(60_000) }
  const whole = (outstanding: string) => ({
    ...moment,
    'token.reserves': [{ type: 'cash', value: '111', remaining_days: 0, encumbered: 'no' }],
    'token.outstanding_usd': outstanding,
  })
  // A day makes no figure of last month one of today.
  expect((await mint(moment)).decision).toMatchObject({
    outcome: 'review',
    missing: expect.arrayContaining(['/token/reserves', '/token/outstanding_usd']),
  })
  const older = { ...whole('100'), 'token.reserves_at': `${month}-02T12:00:00.000Z` }
  expect((await mint(older)).decision.missing).toContain('/token/reserves_at')
  // Less than what the newest statement shows is not believed.
  const less = await mint(whole('1'))
  expect(less.decision).toMatchObject({ outcome: 'allow' })
  const outstanding = async ({ decision }: Any) => [
    await readUnder(decision, 'token.outstanding_usd'),
    sourceOf(decision, 'token.outstanding_usd'),
  ]
  expect(await outstanding(less)).toEqual(['100.00', 'measured'])
  // Nor does it forget what was minted, in whichever currency the coin was counted.
  const usdc = { chain: 'ethereum', contract: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48' }
  for (const more of [{}, { currency: 'USD', asset: usdc }]) {
    const again = await mint(whole('100'), more)
    expect(await outstanding(again)).toEqual(['110.00', 'measured'])
    expect(said(again, 'genius_reserve_1_to_1')).toBe('fail')
  }
  expect(await outstanding(await mint(whole('1000')))).toEqual(['1000', 'stated'])
})
