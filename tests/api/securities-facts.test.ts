import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { magicWallet } from '#screening/sandbox-sample.ts'
import { startApi } from './harness.ts'

let api: Awaited<ReturnType<typeof startApi>>
let key: string
const call = (method: string, path: string, body?: object, headers?: Record<string, string>) =>
  api.call(method, `/v1${path}`, body, key, headers)
const post = async (path: string, body: object = {}) => (await call('POST', path, body)).body
const get = async (path: string) => (await call('GET', path)).body
beforeAll(async () => {
  api = await startApi()
  key = (await api.makeKey('sandbox')).key
})
afterAll(() => api?.stop())

let n = 0
/** A wallet nobody used before. */
const wallet = () => `0x5e${(++n).toString(16).padStart(38, '0')}`
const hash = () => `0x${(++n).toString(16).padStart(64, 'c')}`
const offer = (more: object = {}) =>
  post('/offerings', {
    name: 'Facts',
    regulation: 'reg_a_plus',
    total_supply: 100_000,
    price_per_token: '10',
    maximum_raise: '1000000',
    lockup_days: 0,
    ...more,
  })
const issue = async (offering_id: string, wallet_address: string, quantity: number) => {
  const made = await post('/tokens/issue', { offering_id, wallet_address, quantity })
  expect(made.status, JSON.stringify(made.decision ?? made)).toBe('authorized')
  await post(`/tokens/issue/${made.id}/confirm`, { transaction_hash: hash() })
}
const transfer = (offering_id: string, from_address: string, to_address: string, amount: number | string, more: object = {}) =>
  post('/transactions', { offering_id, from_address, to_address, amount: String(amount), ...more })
const advance = (by: string) => post('/sandbox/clock', { advance: by })

describe('facts of a transfer', () => {
  test('a part of a unit is no quantity of an indivisible token', async () => {
    const { id } = await offer()
    const [a, b] = [wallet(), wallet()]
    await issue(id, a, 10)
    expect(await transfer(id, a, b, '1.5')).toMatchObject({ status: 'denied', restriction_code: 1 })
  })

  test('A13 a trade goes over a live venue that the issuer named, and over no other', async () => {
    const { id } = await offer({ compliance_facts: { venue_ids: ['ven_sandbox_ats', 'ven_sandbox_lapsed'] } })
    const [a, b] = [wallet(), wallet()]
    await issue(id, a, 10)
    await advance('1d')
    const trade = (more: object) => transfer(id, a, b, 1, { type: 'trade', ...more })
    const done = await trade({ venue_id: 'ven_sandbox_ats' })
    expect(done, JSON.stringify(done.decision)).toMatchObject({ status: 'approved', venue_id: 'ven_sandbox_ats' })
    expect(await trade({ venue: 'Sandbox trading system', dry_run: true })).toMatchObject({ status: 'approved' })
    for (const elsewhere of [{}, { venue_id: 'ven_sandbox_lapsed' }])
      expect(await trade(elsewhere)).toMatchObject({ status: 'denied', restriction_code: 34 })
  })

  test('no person takes more than the share that the offering sets, by purchase or by transfer', async () => {
    const { id } = await offer({ total_supply: 1000, maximum_raise: '10000', compliance_facts: { max_pct_per_person_bps: 1000 } })
    const [a, b] = [wallet(), wallet()]
    expect(
      await post('/investments', { offering_id: id, wallet_address: b, quantity: 80, annual_income: '900000', net_worth: '0' }),
    ).toMatchObject({ status: 'accepted' })
    expect(
      await post('/investments', { offering_id: id, wallet_address: b, quantity: 30, annual_income: '900000', net_worth: '0' }),
    ).toMatchObject({ status: 'rejected' })
    await issue(id, a, 100)
    await issue(id, b, 80)
    await issue(id, wallet(), 100)
    await advance('1d')
    // 280 units are out: 28 is a tenth of them.
    expect(await transfer(id, a, b, 1)).toMatchObject({ status: 'denied', restriction_code: 28 })
    expect(await transfer(id, a, wallet(), 29)).toMatchObject({ status: 'denied', restriction_code: 28 })
    expect(await transfer(id, a, wallet(), 28)).toMatchObject({ status: 'approved' })
  })

  test('an open case about a party holds the transfer', async () => {
    const { id } = await offer()
    const [a, b] = [wallet(), wallet()]
    await issue(id, a, 10)
    const inv = await post('/investors/verify', {
      wallet_address: a,
      kyc_data: { full_name: 'Cassia Doubt', date_of_birth: '1980-01-02', country: 'US' },
      documents: [{ kind: 'passport', sha256: 'ab'.repeat(32) }],
    })
    expect(inv.status, JSON.stringify(inv)).toBe('verified')
    const asked = await post(`/investors/${inv.investor_id}/documents-false`, {
      reason_code: 'documents_false',
      note: 'The register names another one.',
    })
    expect(asked, JSON.stringify(asked)).toMatchObject({ success: true })
    await advance('1d')
    expect(await transfer(id, a, b, 1)).toMatchObject({ status: 'review', restriction_code: 250 })
  })

  test('the 90 days of section 4(a)(7) run from when units of the class were first held', async () => {
    const { id } = await offer({ regulation: 'reg_d_506c' })
    await advance('100d')
    const a = wallet()
    await issue(id, a, 10)
    await advance('1d')
    expect(await transfer(id, a, magicWallet('3001'), 1)).toMatchObject({ status: 'denied', restriction_code: 26 })
    await advance('89d')
    const free = await transfer(id, a, magicWallet('3001'), 1)
    expect(free, JSON.stringify(free.decision)).toMatchObject({ status: 'approved' })
  })

  test('between wallets of one person a lot keeps whom it was bought from, and its lock-up', async () => {
    const { id } = await offer({ regulation: 'reg_d_506b', lockup_days: 30 })
    const person = { full_name: 'Twyla Purse', date_of_birth: '1977-05-05', country: 'US' }
    const [a, b] = [wallet(), wallet()]
    await post('/wallets/verify', { wallet_address: a, kyc_data: person })
    await post('/wallets/verify', { wallet_address: b, kyc_data: person })
    await issue(id, a, 10)
    await advance('20d')
    const moved = await transfer(id, a, b, 10)
    expect(moved, JSON.stringify(moved.decision)).toMatchObject({ status: 'approved' })
    await post(`/transactions/${moved.id}/submit`, { transaction_hash: hash() })
    await advance('15d')
    // To somebody who is not accredited: a conduit, whichever wallet of the first purchaser it comes from.
    const sold = await transfer(id, b, wallet(), 1)
    expect(sold.decision.reason_codes).toContain('conduit_resale')
    expect(sold.decision.reason_codes).not.toContain('issuer_lockup')
  })
})

describe('affiliates of the issuer', () => {
  test('sell within the volume of three months, counted over all their wallets, until three months after they stop', async () => {
    const { id } = await offer({ regulation: 'reg_d_506b', type: 'debt' })
    const person = { full_name: 'Dora Director', date_of_birth: '1970-07-07', country: 'US' }
    const [a, a2] = [wallet(), wallet()]
    await issue(id, a, 1000)
    await issue(id, a2, 1000)
    const made = await post('/investors/verify', { wallet_address: a, kyc_data: person, affiliation: 'control' })
    expect(made.investor.affiliation).toBe('control')
    await post('/wallets/verify', { wallet_address: a2, kyc_data: person })
    await advance('400d')
    for (const wallet_address of [a, a2]) await post('/wallets/verify', { wallet_address, kyc_data: person, force_new: true })
    const sell = (from: string, units: number) => transfer(id, from, wallet(), units)
    const first = await sell(a, 150)
    expect(first, JSON.stringify(first.decision)).toMatchObject({ status: 'approved' })
    expect(await post(`/transactions/${first.id}/submit`, { transaction_hash: hash() })).toMatchObject({ status: 'settled' })
    // 2,000 units are out; of debt a tenth may be sold in three months.
    const [own] = (await get(`/holdings?offering_id=${id}&wallet_address=${a2}`)).data
    expect(await sell(a2, 51)).toMatchObject({ status: 'denied', restriction_code: 29 })
    expect(own.quantity).toBe('1000')
    expect(await post(`/investors/${made.investor_id}/verify`, { affiliation: 'none' })).toMatchObject({ status: 'verified' })
    expect(await sell(a2, 51)).toMatchObject({ restriction_code: 29 })
    await advance('95d')
    for (const wallet_address of [a, a2]) await post('/wallets/verify', { wallet_address, kyc_data: person, force_new: true })
    expect(await sell(a2, 900)).toMatchObject({ status: 'approved' })
  })

  test('begin a new holding period for whoever buys from them', async () => {
    const { id } = await offer({ regulation: 'reg_d_506b', type: 'debt' })
    const [a, b] = [wallet(), wallet()]
    const person = { wallet_address: a, kyc_data: { full_name: 'Carl Control', date_of_birth: '1971-07-07', country: 'US' } }
    await post('/investors/verify', { ...person, affiliation: 'officer_or_director' })
    await issue(id, a, 1000)
    await advance('400d')
    await post('/wallets/verify', { ...person, force_new: true })
    const sold = await transfer(id, a, b, 50)
    expect(sold, JSON.stringify(sold.decision)).toMatchObject({ status: 'approved' })
    await post(`/transactions/${sold.id}/submit`, { transaction_hash: hash() })
    await advance('1d')
    expect(await transfer(id, b, wallet(), 1)).toMatchObject({ status: 'denied', restriction_code: 26 })
  })
})

describe('an approval', () => {
  test('of a transfer ends when the facts changed before it was sent', async () => {
    const { id } = await offer({ max_holders: 3 })
    const [a, b, c, d] = [wallet(), wallet(), wallet(), wallet()]
    await issue(id, a, 10)
    await issue(id, b, 10)
    await advance('1d')
    const first = await transfer(id, a, c, 1)
    expect(first).toMatchObject({ status: 'approved' })
    await call('PATCH', `/offerings/${id}`, { blocked_countries: ['US'] })
    expect(await post(`/transactions/${first.id}/submit`, { transaction_hash: hash() })).toMatchObject({
      status: 'denied',
      restriction_code: 24,
    })
    expect((await get(`/holdings?offering_id=${id}&wallet_address=${d}`)).data).toEqual([])
  })

  test('of an investment covers what was before the issuer, and not what came up since', async () => {
    const issuer = (facts: object) =>
      api.services.connection.db.execute(
        sql`update organizations set settings = settings || ${JSON.stringify({ issuer: { sandbox: { investor_id: null, facts, updated_at: null } } })}::jsonb`,
      )
    const { id: offering_id } = await offer({ regulation: 'reg_d_506c' })
    await issuer({ ica_status: 'registered' })
    const held = await post('/investments', { offering_id, wallet_address: magicWallet('3001'), amount: '1000' })
    expect(held).toMatchObject({ status: 'pending' })
    const beside = { id: 'elsewhere', kind: 'reg_d_506b', starts_on: '2026-01-05', ended_on: 'none' }
    await issuer({ ica_status: 'registered', other_offerings: [beside] })
    const approve = (named: string) =>
      call('POST', `/investments/${held.id}/approve`, { note: 'Looked at it.' }, { 'idempotency-key': named })
    const refused = await approve('first')
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'conflict', decision: { reason_codes: expect.arrayContaining(['integration_safe']) } },
    })
    const { decision, status } = await get(`/investments/${held.id}`)
    expect([status, decision.id]).toEqual(['pending', refused.body.decision.id])
    expect((await approve('first')).body).toEqual(refused.body)
    // Now it was before them.
    expect((await approve('second')).body).toMatchObject({ status: 'accepted' })
    await issuer({})
  })
})

describe('an investment', () => {
  const buy = (offering_id: string, wallet_address: string, more: object) =>
    post('/investments', { offering_id, wallet_address, annual_income: '900000', net_worth: '0', ...more })

  test('is taken between the opening and the closing of the offering alone', async () => {
    const { now } = await get('/sandbox/clock')
    const day = (n: number) => new Date(Date.parse(now) + n * 86_400_000).toISOString()
    const soon = await offer({ regulation: 'reg_d_506c', opens_at: day(1), closes_at: day(3) })
    expect(await post('/investments', { offering_id: soon.id, wallet_address: magicWallet('3001'), amount: '100' })).toMatchObject({
      status: 409,
      code: 'offering_not_open',
    })
    await advance('2d')
    expect(await post('/investments', { offering_id: soon.id, wallet_address: magicWallet('3001'), amount: '100' })).toMatchObject({
      status: 'accepted',
    })
    await advance('2d')
    expect(await post('/investments', { offering_id: soon.id, wallet_address: magicWallet('3001'), amount: '100' })).toMatchObject({
      status: 409,
      code: 'offering_not_open',
    })
  })

  test('may be small for somebody who holds some already', async () => {
    const { id } = await offer({ minimum_investment: '5000' })
    const a = wallet()
    expect(await buy(id, a, { amount: '4990' })).toMatchObject({ code: 'below_minimum_investment', minimum: '5000' })
    expect(await buy(id, a, { amount: '5000' })).toMatchObject({ status: 'accepted' })
    expect(await buy(id, a, { amount: '100' })).toMatchObject({ status: 'accepted' })
    const each = await offer({ minimum_investment: '5000', compliance_facts: { minimum_each_time: true } })
    expect(await buy(each.id, a, { amount: '5000' })).toMatchObject({ status: 'accepted' })
    expect(await buy(each.id, a, { amount: '100' })).toMatchObject({ code: 'below_minimum_investment' })
  })

  test('is a sale from the day it is accepted: its lock-up and its lots run from then', async () => {
    const { id } = await offer({ lockup_days: 30 })
    const a = wallet()
    const bought = await buy(id, a, { amount: '100' })
    expect(await post(`/investments/${bought.id}/payment`, { status: 'failed', note: 'It bounced.' })).toMatchObject({ status: 'pending' })
    await advance('4d')
    const paid = await post(`/investments/${bought.id}/payment`, { status: 'received', note: 'It came.' })
    expect(paid).toMatchObject({ status: 'accepted' })
    expect(Date.parse(paid.restrictions.lockup_until)).toBeGreaterThan(Date.parse(bought.restrictions.lockup_until) + 3 * 86_400_000)
    const issued = await post('/tokens/issue', { offering_id: id, wallet_address: a, quantity: 10, investment_id: bought.id })
    await post(`/tokens/issue/${issued.id}/confirm`, { transaction_hash: hash() })
    expect(issued.lots[0].lockup_until).toBe(paid.restrictions.lockup_until)
    // Free with the instant it names, locked before it.
    const { now } = await get('/sandbox/clock')
    const left = Math.floor((Date.parse(paid.restrictions.lockup_until) - Date.parse(now)) / 60_000)
    await advance(`${left - 1}m`)
    expect(await transfer(id, a, wallet(), 1)).toMatchObject({ status: 'denied', restriction_code: 26 })
    await advance('2m')
    expect(await transfer(id, a, wallet(), 1)).toMatchObject({ status: 'approved' })
  })

  test('under a signed agreement is decided by the agreement, in an offering that keeps none too', async () => {
    const { id } = await offer()
    expect(await buy(id, wallet(), { amount: '100', agreement_sha256: 'ad'.repeat(32) })).toMatchObject({ status: 'accepted' })
  })
})

describe('holders', () => {
  const issuer = (facts: object) =>
    api.services.connection.db.execute(
      sql`update organizations set settings = settings || ${JSON.stringify({ issuer: { sandbox: { investor_id: null, facts, updated_at: null } } })}::jsonb`,
    )
  const buy = (offering_id: string) => post('/investments', { offering_id, wallet_address: magicWallet('3001'), amount: '100' })

  test('of all offerings count against the issuer’s cap, also where an offering has a limit of its own', async () => {
    await post('/sandbox/reset')
    const first = await offer()
    await issue(first.id, wallet(), 10)
    await issuer({ holder_cap: 1 })
    const { id } = await offer({ regulation: 'reg_d_506c', max_holders: 5 })
    const refused = await buy(id)
    expect(refused).toMatchObject({ status: 'rejected', decision: { reason_codes: ['exchange_act_12g_holders'] } })
    await issuer({ holder_cap: 2 })
    expect(await buy(id)).toMatchObject({ status: 'accepted' })
    await issuer({})
  })

  test('are the owners of a fund under section 3(c)(1): the hundredth comes in, the next does not', async () => {
    await post('/sandbox/reset')
    await issuer({ ica_status: '3c1' })
    const { id } = await offer({ regulation: 'reg_d_506c', compliance_facts: { legend_ids: ['L1', 'L4'] } })
    const more = (from: number, to: number) =>
      api.services.connection.db.execute(sql`insert into lots
        (id, organization_id, environment, offering_id, person_id, wallet_address, quantity, acquired_at, acquired_from, acquired_under, created_at)
        select 'lot_fund_' || n, organization_id, environment, id, 'per_fund_' || n, 'w' || n, 1, now(), 'issuer', regulation, now()
        from offerings, generate_series(${from}::int, ${to}::int) n where id = ${id}`)
    await more(1, 100)
    expect(await buy(id)).toMatchObject({ status: 'rejected', decision: { reason_codes: ['ica_3c1_limit'] } })
    await api.services.connection.db.execute(sql`update lots set closed_at = now() where id = 'lot_fund_100'`)
    expect(await buy(id)).toMatchObject({ status: 'accepted' })
    await issuer({})
  })
})

test('what is sold under Regulation A counts against every other offering of the issuer in twelve months', async () => {
  await post('/sandbox/reset')
  const terms = { total_supply: 7_500_000, maximum_raise: '75000000' }
  const { id } = await offer(terms)
  const bought = await post('/investments', {
    offering_id: id,
    wallet_address: wallet(),
    amount: '100',
    annual_income: '900000',
    net_worth: '0',
  })
  expect(bought, JSON.stringify(bought.decision)).toMatchObject({ status: 'accepted' })
  expect(await offer(terms)).toMatchObject({ status: 422, code: 'offering_limit_exceeded' })
  expect(await offer({ ...terms, total_supply: 7_499_990, maximum_raise: '74999900' })).toMatchObject({ status: 'open' })
})

test('an offering in euros is opened by the rate of the day', async () => {
  expect(await offer({ currency: 'EUR' })).toMatchObject({ status: 'open' })
})

test('a closed offering opens again with two people, within 30 days and before a later one begins', async () => {
  const other = (await api.makeKey('sandbox')).key
  const why = { reason_code: 'closed_by_mistake', note: 'It was meant to run longer.' }
  const { id } = await offer()
  expect(await post(`/offerings/${id}/reopen`, why)).toMatchObject({ code: 'invalid_transition' })
  expect(await post(`/offerings/${id}/close`)).toMatchObject({ status: 'closed' })
  expect(await post(`/offerings/${id}/open`)).toMatchObject({ code: 'invalid_transition' })
  await advance('29d')
  const asked = await post(`/offerings/${id}/reopen`, why)
  expect(asked, JSON.stringify(asked)).toMatchObject({ object: 'offering_reopening', second_person: { status: 'awaiting_second' } })
  const agree = { outcome: 'release', reason_code: 'agreed', note: 'It was a mistake.' }
  const decide = (key: string) => api.call('POST', `/v1/cases/${asked.second_person.case_id}/decide`, agree, key)
  expect((await decide(key)).body).toMatchObject({ code: 'second_person_required' })
  expect((await decide(other)).body).toMatchObject({ status: 'decided' })
  expect(await get(`/offerings/${id}`)).toMatchObject({ status: 'open' })
  await post(`/offerings/${id}/close`)
  await advance('31d')
  expect(await post(`/offerings/${id}/reopen`, why)).toMatchObject({ code: 'invalid_transition' })
  const again = await offer()
  await post(`/offerings/${again.id}/close`)
  await advance('1d')
  await offer()
  expect(await post(`/offerings/${again.id}/reopen`, why)).toMatchObject({
    code: 'invalid_transition',
    detail: expect.stringMatching(/later offering/),
  })
})

test('a paused offering sells nothing, and its units still change hands', async () => {
  const { id } = await offer()
  const a = wallet()
  await issue(id, a, 10)
  await advance('1d')
  await post(`/offerings/${id}/pause`)
  expect(await post('/investments', { offering_id: id, wallet_address: wallet(), amount: '100' })).toMatchObject({
    code: 'offering_not_open',
  })
  expect(await transfer(id, a, wallet(), 1)).toMatchObject({ status: 'approved' })
})

test('A13 the money of an investment that ended goes back on record, once', async () => {
  const { id: offering_id } = await offer({ regulation: 'reg_d_506c' })
  const buy = () => post('/investments', { offering_id, wallet_address: magicWallet('3001'), amount: '100' })
  const back = { note: 'Returned by wire.', reference: 'wire-1' }
  const first = await buy()
  expect(await post(`/investments/${first.id}/refund`, back)).toMatchObject({ status: 'refunded' })
  expect(await get(`/offerings/${offering_id}`)).toMatchObject({ amount_raised: '0' })
  expect(await post(`/investments/${first.id}/refund`, back)).toMatchObject({ code: 'conflict' })
  const second = await buy()
  await post(`/investments/${second.id}/cancel`, { note: 'It was called off.' })
  expect(await post(`/investments/${second.id}/refund`, back)).toMatchObject({ status: 'cancelled' })
})
