import { cfr } from '../../../citations.ts'
import { isRegA, offeringFacts } from '../../../facts/groups/securities.ts'
import { broken, defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'REG_A_QUALIFIED',
  version: 1,
  market: 'securities',
  checks: ['offering.open', 'investment.accept'],
  order: 135,
  orderIn: { 'investment.accept': 362 },
  sentence: 'No sale or binding commitment is made before the SEC has qualified the offering.',
  message: 'The offering is not qualified at this time.',
  citation: cfr(17, '230.251', '(d)(2); 230.255'),
  certainty: 'V',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: {},
  needs: { regulation: offeringFacts.regulation, qualified: offeringFacts.qualifiedAt },
  applies: (f) => isRegA(f.regulation),
  holds: (f, _p, now) => (f.qualified !== null && now.ms >= f.qualified ? pass : broken()),
  given: {
    check: 'investment.accept',
    as_of: '2026-06-01T15:00:00Z',
    'offering.regulation': 'reg_a_tier2',
    'offering.qualified_at': '2026-06-01T15:00:00Z',
  },
  goldens: [
    { name: 'at the instant', facts: {}, expect: 'pass' },
    { name: 'a minute before', facts: { as_of: '2026-06-01T14:59:00Z' }, expect: 'fail' },
    { name: 'not qualified', facts: { 'offering.qualified_at': 'none' }, expect: 'fail' },
    { name: 'not known', facts: { 'offering.qualified_at': null }, expect: 'needs_info' },
    { name: '506(c)', facts: { 'offering.regulation': 'reg_d_506c', 'offering.qualified_at': 'none' }, expect: 'not_applicable' },
  ],
})
