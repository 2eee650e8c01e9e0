import { afterAll, beforeAll, expect, test } from 'vitest'
import { rulesDay } from '#core/kernel/rules-day.ts'
import { verified } from './people.ts'
import { notReached, startProduction, type Tenant } from './production.ts'

// biome-ignore lint/suspicious/noExplicitAny: facts and answers of any shape.
type Any = Record<string, any>

let house: Awaited<ReturnType<typeof startProduction>>
let of: Tenant
let next = 0

beforeAll(async () => {
  house = await startProduction()
  of = await house.tenant('games')
  const facts = { licences: ['gambling:US-NJ'], game_blocklist: ['US-WA'], us_bsa_type: 'msb', serves_eu: false, casp_auth: false }
  await of.patch('/tenant-facts', { facts })
})
afterAll(async () => {
  await house?.stop()
})

const holder = () => house.holder(++next)
const today = rulesDay(Date.now())
/** The birth date of who is so many years old. */
const aged = (years: number) => `${Number(today.slice(0, 4)) - years}-01-01`
const stranger = () => holder().address
const check = (wallet_address: string, how: Any = {}) => of.post('/gaming/verify-age', { wallet_address, jurisdiction: 'US-NJ', ...how })
/** What a rule said; what held or did not apply is left out of an answer. */
const said = (answer: Any, code: string) => answer.decision.rules.find((rule: Any) => rule.code === code)?.result ?? 'nothing'

test('L3 who may play: age, evidence, place, loot boxes, parents and exclusions, each both ways', async () => {
  const player = await verified(of, holder(), 'enhanced')
  const fine = await check(player, { activity: 'skill_gaming', required_age_tier: '21+' })
  expect(fine).toMatchObject({ eligible: true, evidence: 'document', decision: { outcome: 'allow' } })
  const loot = (odds: string | null, place = 'US') => ({
    jurisdiction: place,
    compliance_facts: { 'game.loot_boxes': true, 'game.odds_published_on': odds ?? 'none' },
  })
  const consent = { given_on: today, verifiable: true, third_party: true }
  const rows: [code: string, result: string, wallet: string, how: Any][] = [
    ['age_below_required', 'fail', stranger(), { date_of_birth: aged(15), activity: 'marketplace' }],
    ['age_evidence_conflict', 'review', player, { date_of_birth: '1990-01-01' }],
    ['age_evidence_too_weak', 'review', stranger(), { date_of_birth: aged(30), activity: 'gambling' }],
    ['age_tier_reached', 'info', stranger(), { date_of_birth: aged(10) }],
    ['coppa_under_13', 'fail', stranger(), { date_of_birth: aged(10) }],
    ['geo_not_allowed', 'fail', player, { jurisdiction: 'US-WA' }],
    ['geo_not_allowed', 'fail', player, { jurisdiction: 'US-PA', activity: 'gambling' }],
    ['geo_not_allowed', 'nothing', player, { activity: 'gambling' }],
    ['geo_not_allowed', 'review', player, { compliance_facts: { 'game.ip_place': 'DE' } }],
    ['loot_box_rule', 'nothing', player, loot(today)],
    ['loot_box_rule', 'review', player, loot(null)],
    ['loot_box_rule', 'fail', player, loot(today, 'BE')],
    ['parental_consent_local', 'review', stranger(), { date_of_birth: aged(14), jurisdiction: 'DE' }],
    [
      'parental_consent_local',
      'nothing',
      stranger(),
      { date_of_birth: aged(14), jurisdiction: 'DE', compliance_facts: { 'game.parent_consent': consent } },
    ],
  ]
  for (const [code, result, wallet, how] of rows) {
    const answer = await check(wallet, how)
    expect.soft(said(answer, code), `${code} ${JSON.stringify(answer.decision.rules)}`).toBe(result)
  }
  await of.post('/gaming/self-exclusions', { wallet_address: player, duration: '6_months' })
  expect(said(await check(player, { activity: 'gambling' }), 'self_excluded')).toBe('fail')
})

test('L3 what a game pays out: to whom, where, and with which form', async () => {
  const house_wallet = await verified(of, holder(), 'enhanced')
  const named = (state: string) => ({ more: { address: { line1: '1 Street', city: 'Town', state, postal_code: '12207', country: 'US' } } })
  const player = await verified(of, holder(), 'enhanced', named('NY'))
  const nevada = await verified(of, holder(), 'enhanced', named('NV'))
  const pay = async (from_address: string, amount: string, facts: Any) =>
    of.post('/transactions', {
      type: 'redemption',
      market: 'gaming',
      from_address,
      to_address: house_wallet,
      amount,
      currency: 'USDC',
      compliance_facts: { 'game.chance_element': false, 'from.tax_form': 'w9', ...facts },
    })
  const rows: [code: string, result: string, from: string, amount: string, facts: Any][] = [
    ['p2e_cash_out', 'nothing', player, '500', {}],
    ['p2e_tax_form', 'nothing', player, '1500', {}],
    ['p2e_cash_out', 'fail', nevada, '500', {}],
    ['p2e_cash_out', 'fail', player, '100', { 'game.chance_element': true }],
    ['p2e_tax_form', 'review', player, '2500', { 'from.tax_form': 'none' }],
  ]
  for (const [code, result, from, amount, facts] of rows) {
    const answer = await pay(from, amount, facts)
    expect.soft(said(answer, code), `${code} ${JSON.stringify(answer.decision.rules)}`).toBe(result)
  }
  // Who farms is not told by which sign.
  expect((await pay(player, '10', { 'game.long_session_days': 4 })).decision.outcome).toBe('review')
})

test('L3 every rule of games was seen both ways in sealed decisions, but for those on the list', async () => {
  expect(notReached(await house.reached(), ['gaming'])).toEqual([])
})
