import { reasonableSteps, verificationNeeds } from '../../../calculations/verification.ts'
import { cfr } from '../../../citations.ts'
import { offeringFacts } from '../../../facts/groups/securities.ts'
import { derive } from '../../../facts.ts'
import { dollars } from '../../../money.ts'
import { defineRule } from '../../../rule.ts'

export default defineRule({
  code: 'REG_D_506C_VERIFICATION',
  version: 1,
  market: 'securities',
  checks: ['investment.accept'],
  order: 349,
  sentence: 'The issuer took reasonable steps before the sale to verify accreditation, by a route that is valid on the day of sale.',
  message: {
    fail: 'Accreditation is not verified: {why}.',
    needs_info: 'A verification that is valid on the day of sale is needed.',
    review: 'A person has to judge the evidence.',
  },
  citation: cfr(17, '230.506', '(c)(2)(ii)'),
  certainty: 'V',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: {},
  needs: { regulation: offeringFacts.regulation, steps: derive('506(c) verification', verificationNeeds, reasonableSteps) },
  applies: (f) => f.regulation === 'reg_d_506c',
  holds: (f) => f.steps,
  given: {
    check: 'investment.accept',
    'offering.regulation': 'reg_d_506c',
    'issuer.id': 'iss_1',
    'investor.accreditation.method': 'third_party_letter',
    'investor.accreditation.contrary_knowledge': false,
    'investor.accreditation.basis': 'net_worth',
    'investor.accreditation.letter': { verifier: 'attorney', good_standing: true, dated: '2026-09-01' },
    'investor.kind': 'natural',
    'investment.amount': dollars('250000'),
    'investor.accreditation.minimum_investment': {
      paid_or_committed: true,
      representation_accredited: true,
      representation_not_financed: true,
      owners: 'none',
    },
  },
  goldens: [
    { name: 'letter of 1 September, sale 21 November', facts: {}, expect: 'pass' },
    { name: 'the same letter on 30 November', facts: { as_of: '2026-11-30T17:00:00Z' }, expect: 'pass' },
    { name: 'the same letter on 2 December', facts: { as_of: '2026-12-02T17:00:00Z' }, expect: 'needs_info' },
    { name: 'self-certified', facts: { 'investor.accreditation.method': 'self_certified' }, expect: 'fail' },
    { name: 'knowledge to the contrary', facts: { 'investor.accreditation.contrary_knowledge': true }, expect: 'fail' },
    {
      name: 'minimum investment with knowledge to the contrary',
      facts: { 'investor.accreditation.method': 'minimum_investment', 'investor.accreditation.contrary_knowledge': true },
      expect: 'fail',
    },
    { name: 'minimum investment', facts: { 'investor.accreditation.method': 'minimum_investment' }, expect: 'pass' },
    { name: 'letter of a state adviser', facts: { 'investor.accreditation.letter.verifier': 'state_adviser' }, expect: 'fail' },
    { name: 'nothing yet', facts: { 'investor.accreditation.method': 'none' }, expect: 'needs_info' },
    { name: 'other facts', facts: { 'investor.accreditation.method': 'principles_based' }, expect: 'review' },
    { name: '506(b)', facts: { 'offering.regulation': 'reg_d_506b' }, expect: 'not_applicable' },
  ],
})
