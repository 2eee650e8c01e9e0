import { statute } from '../../../citations.ts'
import { offeringFacts } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { k } from '../../../facts.ts'
import { broken, defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'REG_D_506B_RELATIONSHIP',
  version: 1,
  market: 'securities',
  checks: ['investment.accept'],
  order: 343,
  sentence: 'The issuer or its broker had a substantive relationship with the offeree before the offering began.',
  message: 'The relationship began on or after the day the offering began.',
  citation: statute('17 CFR 230.502(c); SEC staff letter Citizen VC (2015)', 'https://www.ecfr.gov/current/title-17/section-230.502'),
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'hold',
  params: {},
  needs: {
    regulation: offeringFacts.regulation,
    since: fact('acquirer.relationship_established_at', k.day),
    commenced: fact('offering.commenced_at', k.day),
  },
  applies: (f) => f.regulation === 'reg_d_506b',
  holds: (f) => (f.since < f.commenced ? pass : broken()),
  given: {
    check: 'investment.accept',
    'offering.regulation': 'reg_d_506b',
    'acquirer.relationship_established_at': '2026-02-28',
    'offering.commenced_at': '2026-03-01',
  },
  goldens: [
    { name: 'the day before', facts: {}, expect: 'pass' },
    { name: 'the same day', facts: { 'acquirer.relationship_established_at': '2026-03-01' }, expect: 'review' },
    { name: 'not known', facts: { 'acquirer.relationship_established_at': null }, expect: 'needs_info' },
    { name: '506(c)', facts: { 'offering.regulation': 'reg_d_506c' }, expect: 'not_applicable' },
  ],
})
