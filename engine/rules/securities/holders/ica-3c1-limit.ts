import { countFundOwners } from '../../../calculations/holders.ts'
import { owners } from '../../../cases/holders.ts'
import { act } from '../../../citations.ts'
import { acquirerFacts, dealFacts, issuerFacts } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { dollars, meets, micro } from '../../../money.ts'
import { broken, defineRule, pass, warn } from '../../../rule.ts'

export default defineRule({
  code: 'ICA_3C1_LIMIT',
  version: 1,
  market: 'securities',
  checks: ['transfer', 'investment.accept'],
  order: 171,
  orderIn: { 'investment.accept': 390 },
  byte: 27,
  sentence: 'A 3(c)(1) fund has at most 100 beneficial owners, a qualifying venture fund 250.',
  message: {
    fail: 'There would be {owners} beneficial owners; {limit} are allowed.',
    warn: 'There would be {owners} of {limit} beneficial owners.',
  },
  citation: act('company', '§3(c)(1); Rules 3c-5, 3c-7'),
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: { limit: 100, venture_limit: 250, venture_size: '12000000', op: '<=', look_through_bps: 1000, warn_pct: 90 },
  needs: {
    status: issuerFacts.icaStatus,
    contributions: fact('issuer.contributions_and_uncalled'),
    owners: fact('issuer.fund_owners'),
    person: acquirerFacts.person,
    knowledgeable: fact('acquirer.knowledgeable_employee'),
    inherited: fact('deal.gift_or_estate_of_one_owner'),
    ownOwners: fact('acquirer.fund_owner_count'),
    quantity: dealFacts.quantity,
    from: fact('from.person_id'),
    outstanding: issuerFacts.outstanding,
  },
  applies: (f, _p, now) => (f.status === '3c1' || f.status === '3c1_qvc') && !(now.check === 'transfer' && f.from === f.person),
  holds: (f, p, now) => {
    const venture = f.status === '3c1_qvc' && meets(f.contributions, p.op, micro(p.venture_size))
    const limit = venture ? p.venture_limit : p.limit
    const buyer = { person_id: f.person, knowledgeable_employee: f.knowledgeable || f.inherited, fund_owner_count: f.ownOwners }
    const owners = countFundOwners(f.owners, buyer, f.quantity, now.check === 'transfer' ? f.from : null, f.outstanding, p.look_through_bps)
    if (owners > limit) return broken({ owners, limit })
    return owners * 100 >= limit * p.warn_pct ? warn({ owners, limit }) : pass
  },
  given: {
    check: 'investment.accept',
    'issuer.ica_status': '3c1',
    'issuer.contributions_and_uncalled': dollars('12000000'),
    'issuer.fund_owners': owners(99),
    'acquirer.person_id': 'new',
    'acquirer.knowledgeable_employee': false,
    'deal.gift_or_estate_of_one_owner': false,
    'acquirer.fund_owner_count': 'none',
    'deal.quantity': '10',
    'from.person_id': 'none',
    'issuer.outstanding_units': '100000',
  },
  goldens: [
    { name: 'the 100th', facts: {}, expect: 'warn', details: { owners: 100 } },
    { name: 'the 101st', facts: { 'issuer.fund_owners': owners(100) }, expect: 'fail', details: { owners: 101, limit: 100 } },
    { name: 'below 90 %', facts: { 'issuer.fund_owners': owners(88) }, expect: 'pass' },
    { name: '90 %', facts: { 'issuer.fund_owners': owners(89) }, expect: 'warn' },
    {
      name: 'venture fund of 12,000,000, the 250th',
      facts: { 'issuer.ica_status': '3c1_qvc', 'issuer.fund_owners': owners(249) },
      expect: 'warn',
      details: { limit: 250 },
    },
    { name: 'venture fund, the 251st', facts: { 'issuer.ica_status': '3c1_qvc', 'issuer.fund_owners': owners(250) }, expect: 'fail' },
    {
      name: 'a cent above: limit 100',
      facts: {
        'issuer.ica_status': '3c1_qvc',
        'issuer.fund_owners': owners(249),
        'issuer.contributions_and_uncalled.amount': '12000000.01',
      },
      expect: 'fail',
      details: { limit: 100 },
    },
    {
      name: 'knowledgeable employee',
      facts: { 'issuer.fund_owners': owners(100), 'acquirer.knowledgeable_employee': true },
      expect: 'warn',
    },
    { name: 'heir of one owner', facts: { 'issuer.fund_owners': owners(100), 'deal.gift_or_estate_of_one_owner': true }, expect: 'warn' },
    { name: 'an owner buys more', facts: { 'issuer.fund_owners': owners(100), 'acquirer.person_id': 'o_0' }, expect: 'warn' },
    {
      name: 'the seller keeps units',
      facts: { check: 'transfer', 'issuer.fund_owners': owners(100), 'from.person_id': 'o_0' },
      expect: 'fail',
    },
    {
      name: 'the seller sells all',
      facts: { check: 'transfer', 'issuer.fund_owners': owners(100), 'from.person_id': 'o_0', 'deal.quantity': '100' },
      expect: 'warn',
      details: { owners: 100 },
    },
    {
      name: 'a fund that takes 10 % is looked through',
      facts: { 'issuer.fund_owners': owners(90), 'acquirer.fund_owner_count': 11, 'deal.quantity': '10000' },
      expect: 'fail',
      details: { owners: 101 },
    },
    {
      name: 'a fund below 10 %',
      facts: { 'issuer.fund_owners': owners(90), 'acquirer.fund_owner_count': 11, 'deal.quantity': '9999' },
      expect: 'warn',
      details: { owners: 91 },
    },
    { name: '3(c)(7)', facts: { 'issuer.ica_status': '3c7' }, expect: 'not_applicable' },
    { name: 'status not known', facts: { 'issuer.ica_status': null }, expect: 'needs_info' },
  ],
})
