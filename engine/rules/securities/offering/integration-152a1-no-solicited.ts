import { cfr } from '../../../citations.ts'
import { offeringFacts } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { k } from '../../../facts.ts'
import { broken, defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'INTEGRATION_152A1_NO_SOLICITED',
  version: 1,
  market: 'securities',
  checks: ['investment.accept'],
  order: 344,
  sentence:
    'When another offering of the issuer used general solicitation, a 506(b) purchaser was not solicited by it, or had a substantive relationship before this offering began.',
  message: 'The purchaser was generally solicited and had no relationship from before this offering began.',
  citation: cfr(17, '230.152', '(a)(1)'),
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: {},
  needs: {
    regulation: offeringFacts.regulation,
    otherSolicited: fact('issuer.other_offering_solicited'),
    solicited: fact('acquirer.generally_solicited'),
    relationship: fact('acquirer.relationship_established_at'),
    commenced: fact('offering.commenced_at', k.day),
  },
  applies: (f) => f.regulation === 'reg_d_506b' && f.otherSolicited,
  holds: (f) => (!f.solicited || (f.relationship !== null && f.relationship < f.commenced) ? pass : broken()),
  given: {
    check: 'investment.accept',
    'offering.regulation': 'reg_d_506b',
    'issuer.other_offering_solicited': true,
    'acquirer.generally_solicited': true,
    'acquirer.relationship_established_at': '2026-02-28',
    'offering.commenced_at': '2026-03-01',
  },
  goldens: [
    {
      name: 'not solicited',
      facts: { 'acquirer.generally_solicited': false, 'acquirer.relationship_established_at': 'none' },
      expect: 'pass',
    },
    { name: 'relationship the day before', facts: {}, expect: 'pass' },
    { name: 'relationship on the day', facts: { 'acquirer.relationship_established_at': '2026-03-01' }, expect: 'fail' },
    { name: 'no relationship', facts: { 'acquirer.relationship_established_at': 'none' }, expect: 'fail' },
    { name: 'no solicitation anywhere', facts: { 'issuer.other_offering_solicited': false }, expect: 'not_applicable' },
    { name: '506(c)', facts: { 'offering.regulation': 'reg_d_506c' }, expect: 'not_applicable' },
  ],
})
