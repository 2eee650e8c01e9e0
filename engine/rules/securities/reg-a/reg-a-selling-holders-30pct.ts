import { cfr } from '../../../citations.ts'
import { addYears } from '../../../dates.ts'
import { isRegA, offeringFacts } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { k } from '../../../facts.ts'
import { dollars, formatMicro, maximum } from '../../../money.ts'
import { broken, defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'REG_A_SELLING_HOLDERS_30PCT',
  version: 1,
  market: 'securities',
  checks: ['offering.create', 'offering.open', 'offering.change'],
  order: 132,
  sentence: 'In the first Regulation A offering, and any other qualified within a year of it, holders sell at most 30 % of the offering.',
  message: 'Holders would sell {resale} USD; at most {limit} USD is allowed.',
  citation: cfr(17, '230.251', '(a)(3)'),
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: { bps: 3000, years: 1 },
  needs: {
    regulation: offeringFacts.regulation,
    most: offeringFacts.maximumRaise,
    resale: fact('offering.holder_resale'),
    first: fact('issuer.reg_a_first_qualified_at'),
    qualified: fact('offering.qualified_at', k.orNone(k.day)),
  },
  applies: (f) => isRegA(f.regulation),
  holds: (f, p, now) => {
    const on = f.qualified ?? now.day
    if (f.first !== null && on > addYears(f.first, p.years)) return pass
    const limit = (f.most * BigInt(p.bps)) / 10_000n
    return f.resale <= limit ? pass : broken({ resale: formatMicro(f.resale), limit: maximum(limit) })
  },
  given: {
    check: 'offering.open',
    'offering.regulation': 'reg_a_tier2',
    'offering.maximum_raise': dollars('10000000'),
    'offering.holder_resale': dollars('3000000'),
    'issuer.reg_a_first_qualified_at': 'none',
    'offering.qualified_at': 'none',
  },
  goldens: [
    { name: 'exactly 30 %', facts: {}, expect: 'pass' },
    { name: 'a cent above', facts: { 'offering.holder_resale.amount': '3000000.01' }, expect: 'fail', details: { limit: '3000000.00' } },
    {
      name: 'qualified 366 days after the first',
      facts: {
        'offering.holder_resale.amount': '4000000',
        'issuer.reg_a_first_qualified_at': '2025-03-02',
        'offering.qualified_at': '2026-03-03',
      },
      expect: 'pass',
    },
    {
      name: 'qualified a year after the first',
      facts: {
        'offering.holder_resale.amount': '4000000',
        'issuer.reg_a_first_qualified_at': '2025-03-02',
        'offering.qualified_at': '2026-03-02',
      },
      expect: 'fail',
    },
    { name: '506(c)', facts: { 'offering.regulation': 'reg_d_506c' }, expect: 'not_applicable' },
  ],
})
