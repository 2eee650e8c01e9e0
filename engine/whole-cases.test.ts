// The worked cases of whole decisions: every rule runs, the combination decides.
import { describe, expect, it } from 'vitest'
import { owners } from './cases/holders.ts'
import { investmentCase, regSInvestmentCase } from './cases/investment.ts'
import { buyersOn } from './cases/purchasers.ts'
import { lot, regSResaleCase, transferCase } from './cases/transfer.ts'
import { decide, evaluate } from './decide.ts'
import type { Facts } from './facts.ts'
import { unflatten } from './goldens.ts'
import { dollars } from './money.ts'
import type { Details } from './rule.ts'
import { currentRuleset } from './rulesets.ts'
import type { Outcome } from './run-rule.ts'

function run(...layers: Details[]) {
  return decide(unflatten(...(layers as never[])) as unknown as Facts, currentRuleset)
}

function expectOutcome(outcome: Outcome, code: string | null, ...layers: Details[]) {
  const decision = run(...layers)
  const said = decision.rules.filter((rule) => !['pass', 'not_applicable', 'info', 'warn'].includes(rule.result) && !rule.part_of)
  expect(
    { outcome: decision.outcome, primary: decision.primary },
    said.map((rule) => `${rule.code}: ${rule.result} ${rule.missing}`).join('; '),
  ).toEqual({
    outcome,
    primary: code,
  })
  return decision
}

function details(decision: ReturnType<typeof run>, code: string) {
  return decision.rules.find((rule) => rule.code === code)?.params
}

const regS = Object.fromEntries(Object.entries(regSResaleCase).filter(([path, value]) => transferCase[path] !== value))
const toUs = { 'to.us_person': true, 'to.residence': 'US', 'transfer.to_location_at_order': 'US' }
const later = (day: string) => ({
  as_of: `${day}T17:00:00Z`,
  'from.sanctions.lists_loaded_at': `${day}T12:00:00Z`,
  'to.sanctions.lists_loaded_at': `${day}T12:00:00Z`,
  'from.credential.expires_at': '2030-01-01T00:00:00Z',
  'to.credential.expires_at': '2030-01-01T00:00:00Z',
})
const plain = { 'to.accreditation.status': 'not_accredited' }

describe('transfers', () => {
  it('1: a private resale to an accredited buyer is allowed', () => {
    const decision = expectOutcome('allow', null, transferCase)
    expect(decision.restriction_code).toBe(0)
    expect(details(decision, 'TRANSFER_ROUTE_RESOLVE')).toEqual({ routes: ['SEC_4A7_PRIVATE_RESALE'] })
    expect(details(decision, 'LEGEND_CARRY')?.lots).toEqual(['100 under L1 from 2026-01-15'])
  })

  it('2: a buyer who is not accredited is refused, with the day from which it is free', () => {
    const decision = expectOutcome('deny', 'TRANSFER_ROUTE_RESOLVE', transferCase, plain)
    expect(decision.restriction_code).toBe(26)
    expect(decision.reason_codes).toContain('NO_RESALE_ROUTE')
    expect(details(decision, 'TRANSFER_ROUTE_RESOLVE')?.free_on).toBe('2027-01-16')
  })

  it('3: the last restricted day and the first free one', () => {
    expectOutcome('deny', 'TRANSFER_ROUTE_RESOLVE', transferCase, plain, later('2027-01-15'))
    const decision = expectOutcome('allow', null, transferCase, plain, later('2027-01-16'))
    expect(details(decision, 'LEGEND_CARRY')?.remove_legend).toBe(true)
  })

  it('4: a director is held to the volume, and files Form 144', () => {
    const director = {
      'from.affiliate_of_issuer': true,
      'issuer.public_information': true,
      'transfer.broker': 'broker',
      'from.balance': '20000',
      'from.lots': [lot('lot_1', '20000', '2026-01-15')],
      'issuer.weekly_volumes': 'none',
    }
    const decision = expectOutcome('deny', 'RULE_144_AFFILIATE_VOLUME', transferCase, plain, later('2027-01-16'), director, {
      'transfer.quantity': '10001',
    })
    expect(decision.restriction_code).toBe(29)
    expect(details(decision, 'RULE_144_AFFILIATE_VOLUME')?.max_now).toBe('10000')
    expectOutcome('needs_info', 'RULE_144_FORM_144', transferCase, plain, later('2027-01-16'), director, { 'transfer.quantity': '10000' })
  })

  it('5: a category 3 lot goes offshore on day 3, to the US only by an institutional or later route', () => {
    const day3 = { ...later('2026-03-13'), 'transfer.representation.signed_at': '2026-03-12' }
    expectOutcome('allow', null, transferCase, regS, day3)
    const refused = expectOutcome('deny', 'TRANSFER_ROUTE_RESOLVE', transferCase, regS, day3, toUs)
    expect(details(refused, 'TRANSFER_ROUTE_RESOLVE')?.free_on).toBe('2027-03-11')
    const qib = {
      'to.kind': 'entity',
      'to.qib': {
        type: 'entity',
        investments: dollars('100000000'),
        audited_net_worth: 'none',
        figure_dated: '2026-01-01',
        foreign: false,
      },
      'transfer.notice_144a': true,
      'issuer.information_144a': true,
      'to.accreditation.status': 'accredited',
      'transfer.sec_4a7.information_package': false,
    }
    const allowed = expectOutcome('allow', null, transferCase, regS, day3, toUs, qib)
    expect(details(allowed, 'TRANSFER_ROUTE_RESOLVE')).toEqual({ routes: ['RULE_144A_QIB'] })
  })

  it('6: a Tier 2 lot moves on day 1, with a notice; an affiliate takes the Rule 144 path', () => {
    const tier2 = {
      'offering.regulation': 'reg_a_tier2',
      'from.lots': [lot('lot_1', '1000', '2026-06-01', { acquired_under: 'reg_a_tier2' })],
    }
    const decision = expectOutcome('allow', null, transferCase, plain, tier2)
    expect(decision.reason_codes).toContain('STATE_SECONDARY_NOTICE')
    expectOutcome('deny', 'TRANSFER_ROUTE_RESOLVE', transferCase, plain, tier2, { 'from.affiliate_of_issuer': true })
  })

  it('7: the 101st owner of a fund is refused unless the seller leaves', () => {
    const fund = {
      'issuer.ica_status': '3c1',
      'issuer.contributions_and_uncalled': dollars('1000000'),
      'issuer.fund_owners': owners(100),
      'from.person_id': 'o_0',
      'from.balance': '100',
      'from.lots': [lot('lot_1', '100', '2026-01-15')],
      'to.knowledgeable_employee': false,
      'to.fund_owner_count': 'none',
      'transfer.gift_or_estate_of_one_owner': false,
    }
    const decision = expectOutcome('deny', 'ICA_3C1_LIMIT', transferCase, fund, { 'transfer.quantity': '50' })
    expect(decision.restriction_code).toBe(27)
    expectOutcome('allow', null, transferCase, fund, { 'transfer.quantity': '100' })
  })

  it('8: of 60 free and 40 held units, 60 can move', () => {
    const lots = {
      ...plain,
      ...later('2026-12-01'),
      'from.balance': '100',
      'from.lots': [lot('old', '60', '2025-11-01'), lot('new', '40', '2026-01-15')],
    }
    const decision = expectOutcome('deny', 'TRANSFER_ROUTE_RESOLVE', transferCase, lots, { 'transfer.quantity': '80' })
    expect(details(decision, 'TRANSFER_ROUTE_RESOLVE')?.max_now).toBe('60')
    expectOutcome('allow', null, transferCase, lots, { 'transfer.quantity': '60' })
  })

  it('9: unknown residence asks, a stale list is reviewed, a listed party is the first reason', () => {
    const unknown = run(transferCase, { 'to.residence': null })
    expect(unknown.outcome).toBe('needs_info')
    expect(unknown.missing).toContain('/to/residence')
    expect(
      expectOutcome('review', 'SANCTIONS_SENDER', transferCase, {
        as_of: '2026-06-02T12:00:01Z',
        'to.sanctions.lists_loaded_at': '2026-06-02T12:00:00Z',
      }).restriction_code,
    ).toBe(40)
    expect(
      expectOutcome('deny', 'SANCTIONS_RECIPIENT', transferCase, plain, { 'to.sanctions.status': 'hit', 'offering.lockup_days': 365 })
        .restriction_code,
    ).toBe(23)
  })

  it('10: a move between one’s own proven wallets is allowed inside the lock-up', () => {
    const own = { 'to.person_id': 'per_a', 'offering.lockup_days': 365, 'to.accreditation.status': 'not_accredited' }
    expectOutcome('allow', null, transferCase, own)
    expect(expectOutcome('needs_info', 'WALLET_CONTROL', transferCase, own, { 'to.control': 'asserted' }).restriction_code).toBe(44)
  })
})

describe('investments', () => {
  it('allows the ordinary case, with its fee and first free day', () => {
    const decision = expectOutcome('allow', null, investmentCase)
    expect(details(decision, 'FEE_SECURITIES_1PCT')?.fee).toBe('250.00')
    expect(details(decision, 'RESTRICTION_CLOCK')?.free_on).toBe('2027-11-22')
  })

  it('1: a letter of 1 September is good on 21 November, on 1 December, not on the 2nd', () => {
    const on = (day: string) => ({ as_of: `${day}T17:00:00Z`, 'investor.sanctions.lists_loaded_at': `${day}T12:00:00Z` })
    expectOutcome('allow', null, investmentCase, on('2026-12-01'))
    expectOutcome('needs_info', 'REG_D_506C_VERIFICATION', investmentCase, on('2026-12-02'))
  })

  it('2: contrary knowledge closes the minimum investment route', () => {
    expectOutcome('deny', 'REG_D_506C_VERIFICATION', investmentCase, {
      'investment.amount': dollars('250000'),
      'investment.quantity': '25000',
      'investor.accreditation.method': 'minimum_investment',
      'investor.accreditation.contrary_knowledge': true,
    })
  })

  it('3: the 36th purchaser who is not accredited is refused until a place is free', () => {
    const decision = expectOutcome('deny', 'REG_D_506B_NONACCREDITED_LIMIT', investmentCase, {
      'offering.regulation': 'reg_d_506b',
      'investor.accreditation.status': 'not_accredited',
      'issuer.sales_506b': buyersOn('2026-11-01', 35, 'other'),
    })
    expect(details(decision, 'REG_D_506B_NONACCREDITED_LIMIT')?.retry_on).toBe('2027-01-30')
  })

  it('4: Tier 2 takes 8,000 from an income of 80,000', () => {
    const tier2 = {
      'offering.regulation': 'reg_a_tier2',
      'investor.accreditation.status': 'not_accredited',
      'offering.minimum_investment': dollars('0'),
    }
    expectOutcome('allow', null, investmentCase, tier2, { 'investment.amount': dollars('8000'), 'investment.quantity': '800' })
    const decision = expectOutcome('deny', 'REG_A_TIER2_INVESTOR_LIMIT', investmentCase, tier2, {
      'investment.amount': dollars('8010'),
      'investment.quantity': '801',
    })
    expect(details(decision, 'REG_A_TIER2_INVESTOR_LIMIT')?.max_allowed).toBe('8000.00')
  })

  it('5: Regulation S from Germany is allowed, a US address reviewed, Miami refused', () => {
    expectOutcome('allow', null, regSInvestmentCase)
    expectOutcome('review', 'REG_S_OFFSHORE_TRANSACTION', regSInvestmentCase, { 'investment.ip_country': 'US' })
    expectOutcome('deny', 'REG_S_OFFSHORE_TRANSACTION', regSInvestmentCase, { 'investment.to_location_at_order': 'US' })
  })

  it('6: a US citizen in Lisbon may use the Regulation S page beside a 506(c) offering', () => {
    expectOutcome('allow', null, regSInvestmentCase, {
      'investor.residence': 'PT',
      'investor.us_person': false,
      'investment.to_location_at_order': 'PT',
      'investment.offer_location': 'PT',
      'investment.ip_country': 'PT',
      'offering.parallel_506c': true,
    })
  })

  it('7: a 20 % owner’s conviction refuses 506(b), 506(c) and Regulation A, and warns under Regulation S', () => {
    const event = {
      'offering.bad_actor_events': [
        {
          person_id: 'per_o',
          role: 'owner',
          voting_bps: 2000,
          type: 'conviction',
          date: '2020-01-01',
          in_force: false,
          relief: 'none',
          disclosed_at: 'none',
        },
      ],
    }
    expectOutcome('deny', 'REG_D_506D_BAD_ACTOR', investmentCase, event, { 'offering.regulation': 'reg_d_506b' })
    expectOutcome('deny', 'REG_D_506D_BAD_ACTOR', investmentCase, event)
    expectOutcome('deny', 'REG_A_BAD_ACTOR', investmentCase, event, {
      'offering.regulation': 'reg_a_tier2',
      'investor.accreditation.self_certified_at': '2026-09-01',
    })
    const decision = expectOutcome('allow', null, regSInvestmentCase, event)
    expect(decision.reason_codes).toContain('REG_D_506D_BAD_ACTOR')
  })

  it('8: a company of five natural owners needs a million', () => {
    const company = {
      'investor.kind': 'entity',
      'investor.accreditation.basis': 'all_owners',
      'investor.accreditation.method': 'minimum_investment',
      'investor.accreditation.minimum_investment.owners': { count: 5, all_natural: true },
    }
    expectOutcome('needs_info', 'REG_D_506C_VERIFICATION', investmentCase, company, {
      'investment.amount': dollars('900000'),
      'investment.quantity': '90000',
    })
    expectOutcome('allow', null, investmentCase, company, { 'investment.amount': dollars('1000000'), 'investment.quantity': '100000' })
  })

  it('9: Tier 1 without a state asks', () => {
    const decision = run(investmentCase, { 'offering.regulation': 'reg_a_tier1', 'investor.us_state': null, 'token.legend_ids': ['L5'] })
    expect(decision.outcome).toBe('needs_info')
    expect(decision.missing).toContain('/investor/us_state')
  })
})

describe('totality', () => {
  it.each([
    ['nothing', {}],
    ['no time', { check: 'transfer' }],
    ['a time that is none', { check: 'transfer', as_of: 'yesterday' }],
    ['an unknown check', { check: 'bribe', as_of: '2026-11-21T17:00:00Z' }],
    ['a day without law', { check: 'transfer', as_of: '1900-01-01T00:00:00Z' }],
    ['only a time', { check: 'transfer', as_of: '2026-11-21T17:00:00Z' }],
  ])('%s is never allowed and never throws', (_name, facts) => {
    const decision = decide(facts as unknown as Facts, currentRuleset)
    expect(decision.outcome).not.toBe('allow')
    expect(decision.result_hash).toMatch(/^[0-9a-f]{64}$/)
    expect(decision.reason_codes).not.toContain('RULE_COULD_NOT_RUN')
  })

  it('gives the same bytes for the same facts in another key order', () => {
    const facts = unflatten(transferCase as never) as unknown as Facts
    const turned = Object.fromEntries(Object.entries(facts).reverse()) as unknown as Facts
    expect(decide(turned, currentRuleset).result_hash).toBe(decide(facts, currentRuleset).result_hash)
    expect(JSON.stringify(evaluate(facts, currentRuleset))).toBe(JSON.stringify(evaluate(structuredClone(facts), currentRuleset)))
  })
})
