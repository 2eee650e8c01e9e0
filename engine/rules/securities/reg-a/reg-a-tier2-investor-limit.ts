import { belief, beliefNeeds } from '../../../calculations/verification.ts'
import { cfr } from '../../../citations.ts'
import { offeringFacts } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { dollars, maximum } from '../../../money.ts'
import { broken, defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'REG_A_TIER2_INVESTOR_LIMIT',
  version: 1,
  market: 'securities',
  checks: ['investment.accept'],
  order: 359,
  sentence:
    'A Tier 2 purchaser who is not accredited buys at most 10 % of the greater of income and net worth (entities: revenue and net assets) in this offering.',
  message: {
    fail: 'With what was bought before, this exceeds the limit of {limit} USD; {max_allowed} USD more is allowed.',
    needs_info: 'Income and net worth are needed.',
  },
  citation: cfr(17, '230.251', '(d)(2)(i)(C)'),
  certainty: 'V',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: { bps: 1000, belief_months: 12 },
  needs: {
    regulation: offeringFacts.regulation,
    listed: fact('offering.listed_on_exchange'),
    ...beliefNeeds,
    kind: fact('investor.kind'),
    income: fact('investor.annual_income'),
    worth: fact('investor.net_worth_without_home'),
    revenue: fact('investor.revenue'),
    netAssets: fact('investor.net_assets'),
    bought: fact('investor.bought_in_offering'),
    amount: fact('investment.amount'),
  },
  applies: (f) => f.regulation === 'reg_a_tier2' && !f.listed,
  holds: (f, p, now) => {
    if (belief(f, now.day, p.belief_months) === 'accredited') return pass
    const [first, second] = f.kind === 'natural' ? [f.income, f.worth] : [f.revenue, f.netAssets]
    const base = first > second ? first : second
    const limit = base > 0n ? (base * BigInt(p.bps)) / 10_000n : 0n
    if (f.bought + f.amount <= limit) return pass
    const left = limit > f.bought ? limit - f.bought : 0n
    const max_allowed = maximum(left)
    const changes = left > 0n ? [{ say: `up to ${max_allowed} USD`, facts: { 'investment.amount': dollars(max_allowed) } }] : []
    return broken({ limit: maximum(limit), max_allowed }, { changes })
  },
  given: {
    check: 'investment.accept',
    'offering.regulation': 'reg_a_tier2',
    'offering.listed_on_exchange': false,
    'investor.accreditation.status': 'not_accredited',
    'investor.accreditation.contrary_knowledge': false,
    'investor.accreditation.self_certified_at': 'none',
    'investor.kind': 'natural',
    'investor.annual_income': dollars('80000'),
    'investor.net_worth_without_home': dollars('50000'),
    'investor.revenue': dollars('0'),
    'investor.net_assets': dollars('0'),
    'investor.bought_in_offering': dollars('0'),
    'investment.amount': dollars('8000.00'),
  },
  goldens: [
    { name: '10 % of income', facts: {}, expect: 'pass' },
    { name: 'a cent above', facts: { 'investment.amount.amount': '8000.01' }, expect: 'fail', details: { max_allowed: '8000.00' } },
    { name: '8,010', facts: { 'investment.amount.amount': '8010' }, expect: 'fail', details: { max_allowed: '8000.00' } },
    {
      name: 'net worth is greater',
      facts: { 'investor.net_worth_without_home.amount': '120000', 'investment.amount.amount': '12000' },
      expect: 'pass',
    },
    {
      name: 'net worth is greater, a cent above',
      facts: { 'investor.net_worth_without_home.amount': '120000', 'investment.amount.amount': '12000.01' },
      expect: 'fail',
    },
    {
      name: 'with what was bought before',
      facts: { 'investor.bought_in_offering.amount': '5000', 'investment.amount.amount': '3000.01' },
      expect: 'fail',
      details: { max_allowed: '3000.00' },
    },
    {
      name: 'negative worth and no income',
      facts: {
        'investor.annual_income.amount': '0',
        'investor.net_worth_without_home.amount': '-10000',
        'investment.amount.amount': '0.01',
      },
      expect: 'fail',
      details: { max_allowed: '0.00' },
    },
    {
      name: 'entity by revenue',
      facts: { 'investor.kind': 'entity', 'investor.revenue.amount': '100000', 'investment.amount.amount': '10000' },
      expect: 'pass',
    },
    {
      name: 'entity by net assets',
      facts: { 'investor.kind': 'entity', 'investor.net_assets.amount': '100000', 'investment.amount.amount': '10000.01' },
      expect: 'fail',
    },
    {
      name: 'accredited by belief',
      facts: {
        'investor.accreditation.status': 'accredited',
        'investor.accreditation.self_certified_at': '2025-11-21',
        'investment.amount.amount': '999999',
      },
      expect: 'pass',
    },
    {
      name: 'certification too old',
      facts: {
        'investor.accreditation.status': 'accredited',
        'investor.accreditation.self_certified_at': '2025-11-20',
        'investment.amount.amount': '999999',
      },
      expect: 'fail',
    },
    { name: 'pending, within the limit', facts: { 'investor.accreditation.status': 'pending' }, expect: 'pass' },
    { name: 'income unknown', facts: { 'investor.annual_income': null }, expect: 'needs_info' },
    { name: 'listed on an exchange', facts: { 'offering.listed_on_exchange': true }, expect: 'not_applicable' },
    { name: 'Tier 1', facts: { 'offering.regulation': 'reg_a_tier1' }, expect: 'not_applicable' },
  ],
})
