import { cfr } from '../../../citations.ts'
import { addBusinessDays, isoDay } from '../../../dates.ts'
import { isRegA, offeringFacts } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { broken, defineRule, passWith } from '../../../rule.ts'

export default defineRule({
  code: 'REG_A_CIRCULAR_DELIVERED',
  version: 1,
  market: 'securities',
  checks: ['investment.accept'],
  order: 363,
  sentence:
    'The preliminary circular reaches a purchaser who indicated interest at least 48 hours before the sale; the final one follows within two business days.',
  message: 'The preliminary circular was delivered less than {hours} hours before the sale.',
  citation: cfr(17, '230.251', '(d)(2)(i)(B), (ii)'),
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: { hours: 48, final_business_days: 2 },
  needs: {
    regulation: offeringFacts.regulation,
    tier2Reporting: fact('issuer.tier2_reporting'),
    indicated: fact('investor.indicated_interest_before_qualification'),
    delivered: fact('investor.circular_delivered_at'),
  },
  applies: (f) => isRegA(f.regulation) && !f.tier2Reporting && f.indicated,
  holds: (f, p, now) => {
    const final_by = isoDay(addBusinessDays(now.day, p.final_business_days))
    return f.delivered !== null && now.ms - f.delivered >= p.hours * 3_600_000 ? passWith({ final_by }) : broken()
  },
  given: {
    check: 'investment.accept',
    as_of: '2026-06-03T15:00:00Z',
    'offering.regulation': 'reg_a_tier2',
    'issuer.tier2_reporting': false,
    'investor.indicated_interest_before_qualification': true,
    'investor.circular_delivered_at': '2026-06-01T15:00:00Z',
  },
  goldens: [
    { name: '48 hours', facts: {}, expect: 'pass', details: { final_by: '2026-06-05' } },
    { name: '47 hours 59 minutes', facts: { as_of: '2026-06-03T14:59:00Z' }, expect: 'fail' },
    { name: 'not delivered', facts: { 'investor.circular_delivered_at': 'none' }, expect: 'fail' },
    { name: 'reporting issuer', facts: { 'issuer.tier2_reporting': true }, expect: 'not_applicable' },
    {
      name: 'no interest indicated before',
      facts: { 'investor.indicated_interest_before_qualification': false },
      expect: 'not_applicable',
    },
    { name: '506(c)', facts: { 'offering.regulation': 'reg_d_506c' }, expect: 'not_applicable' },
  ],
})
