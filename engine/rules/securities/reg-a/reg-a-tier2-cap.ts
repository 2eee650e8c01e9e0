import { regAVerdict } from '../../../calculations/reg-a.ts'
import { cfr } from '../../../citations.ts'
import { offeringFacts } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { dollars } from '../../../money.ts'
import { defineRule } from '../../../rule.ts'

export default defineRule({
  code: 'REG_A_TIER2_CAP',
  version: 1,
  market: 'securities',
  checks: ['offering.create', 'offering.open', 'offering.change', 'investment.accept'],
  order: 131,
  orderIn: { 'investment.accept': 358 },
  sentence:
    'A Tier 2 offering and the sales under other Regulation A statements in the twelve months before it come to at most 75,000,000 USD, of which affiliates sell at most 22,500,000.',
  message: 'Tier 2 would reach {total} USD; {cap} USD is the limit ({which}).',
  citation: cfr(17, '230.251', '(a)(2)'),
  certainty: 'V',
  in_force_from: '2021-03-15',
  severity: 'block',
  params: { cap: '75000000', affiliates: '22500000', months: 12 },
  needs: {
    regulation: offeringFacts.regulation,
    most: offeringFacts.maximumRaise,
    start: fact('offering.starts_on'),
    prior: fact('issuer.reg_a_sales'),
    resale: fact('offering.affiliate_resale'),
  },
  applies: (f) => f.regulation === 'reg_a_tier2',
  holds: (f, p) => regAVerdict(f, p),
  given: {
    check: 'offering.open',
    'offering.regulation': 'reg_a_tier2',
    'offering.maximum_raise': dollars('75000000'),
    'offering.starts_on': '2026-06-01',
    'issuer.reg_a_sales': [],
    'offering.affiliate_resale': dollars('22500000'),
  },
  goldens: [
    { name: 'at both lines', facts: {}, expect: 'pass' },
    { name: 'a cent above', facts: { 'offering.maximum_raise.amount': '75000000.01' }, expect: 'fail' },
    { name: 'affiliates a cent above', facts: { 'offering.affiliate_resale.amount': '22500000.01' }, expect: 'fail' },
    {
      name: 'sold exactly twelve months before',
      facts: { 'issuer.reg_a_sales': [{ tier: '2', date: '2025-06-01', amount: dollars('0.01') }] },
      expect: 'fail',
    },
    {
      name: 'sold a day earlier',
      facts: { 'issuer.reg_a_sales': [{ tier: '2', date: '2025-05-31', amount: dollars('0.01') }] },
      expect: 'pass',
    },
    {
      name: '15 million under a Tier 1 statement count too',
      facts: {
        'offering.maximum_raise.amount': '60000000.01',
        'issuer.reg_a_sales': [{ tier: '1', date: '2026-01-01', amount: dollars('15000000') }],
      },
      expect: 'fail',
      details: { total: '75000000.01' },
    },
    {
      name: 'both together at the line',
      facts: {
        'offering.maximum_raise.amount': '60000000',
        'issuer.reg_a_sales': [{ tier: '1', date: '2026-01-01', amount: dollars('15000000') }],
      },
      expect: 'pass',
    },
    { name: 'Tier 1', facts: { 'offering.regulation': 'reg_a_tier1' }, expect: 'not_applicable' },
  ],
})
