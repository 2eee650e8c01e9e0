import { regAVerdict } from '../../../calculations/reg-a.ts'
import { cfr } from '../../../citations.ts'
import { offeringFacts } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { dollars } from '../../../money.ts'
import { defineRule } from '../../../rule.ts'

export default defineRule({
  code: 'REG_A_TIER1_CAP',
  version: 1,
  market: 'securities',
  checks: ['offering.create', 'offering.open', 'offering.change', 'investment.accept'],
  order: 130,
  orderIn: { 'investment.accept': 357 },
  sentence:
    'A Tier 1 offering and the sales under other Regulation A statements in the twelve months before it come to at most 20,000,000 USD, of which affiliates sell at most 6,000,000.',
  message: 'Tier 1 would reach {total} USD; {cap} USD is the limit ({which}).',
  citation: cfr(17, '230.251', '(a)(1)'),
  certainty: 'V',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: { cap: '20000000', affiliates: '6000000', months: 12 },
  needs: {
    regulation: offeringFacts.regulation,
    most: offeringFacts.maximumRaise,
    start: fact('offering.starts_on'),
    prior: fact('issuer.reg_a_sales'),
    resale: fact('offering.affiliate_resale'),
  },
  applies: (f) => f.regulation === 'reg_a_tier1',
  holds: (f, p) => regAVerdict(f, p),
  given: {
    check: 'offering.open',
    'offering.regulation': 'reg_a_tier1',
    'offering.maximum_raise': dollars('20000000'),
    'offering.starts_on': '2026-06-01',
    'issuer.reg_a_sales': [],
    'offering.affiliate_resale': dollars('6000000'),
  },
  goldens: [
    { name: 'at both lines', facts: {}, expect: 'pass' },
    { name: 'a cent above', facts: { 'offering.maximum_raise.amount': '20000000.01' }, expect: 'fail' },
    {
      name: 'sold exactly twelve months before',
      facts: {
        'offering.maximum_raise.amount': '19000000',
        'issuer.reg_a_sales': [{ tier: '1', date: '2025-06-01', amount: dollars('1000000.01') }],
      },
      expect: 'fail',
      details: { total: '20000000.01' },
    },
    {
      name: 'sold a day earlier',
      facts: {
        'offering.maximum_raise.amount': '19000000',
        'issuer.reg_a_sales': [{ tier: '1', date: '2025-05-31', amount: dollars('1000000.01') }],
      },
      expect: 'pass',
    },
    {
      name: 'sales under a Tier 2 statement count too',
      facts: {
        'offering.maximum_raise.amount': '19000000',
        'issuer.reg_a_sales': [{ tier: '2', date: '2025-06-01', amount: dollars('1000000.01') }],
      },
      expect: 'fail',
      details: { total: '20000000.01' },
    },
    { name: 'affiliates a cent above', facts: { 'offering.affiliate_resale.amount': '6000000.01' }, expect: 'fail' },
    { name: 'Tier 2', facts: { 'offering.regulation': 'reg_a_tier2' }, expect: 'not_applicable' },
  ],
})
