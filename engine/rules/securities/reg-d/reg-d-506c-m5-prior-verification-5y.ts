import { verification, verificationNeeds } from '../../../calculations/verification.ts'
import { cfr } from '../../../citations.ts'
import { offeringFacts } from '../../../facts/groups/securities.ts'
import { dollars } from '../../../money.ts'
import { defineRule } from '../../../rule.ts'

export default defineRule({
  code: 'REG_D_506C_M5_PRIOR_VERIFICATION_5Y',
  version: 1,
  market: 'securities',
  checks: ['investment.accept'],
  order: 350,
  partOf: 'REG_D_506C_VERIFICATION',
  sentence: 'This issuer verified the person within the last five years, and the person represents it again at this sale.',
  message: 'The earlier verification cannot be used: {needed}.',
  citation: cfr(17, '230.506', '(c)(2)(ii)(E)'),
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'ask',
  params: { years: 5 },
  needs: { regulation: offeringFacts.regulation, ...verificationNeeds },
  applies: (f) => f.regulation === 'reg_d_506c' && f.method === 'prior_verification',
  holds: (f, p, now) => verification('prior_verification', f, now, p as never),
  given: {
    check: 'investment.accept',
    'offering.regulation': 'reg_d_506c',
    'issuer.id': 'iss_1',
    'investor.accreditation.method': 'prior_verification',
    'investor.accreditation.contrary_knowledge': false,
    'investor.accreditation.basis': 'net_worth',
    'investor.kind': 'natural',
    'investment.amount': dollars('250000'),
    as_of: '2026-12-01T17:00:00Z',
    'investor.accreditation.prior': { verified_at: '2021-12-01', issuer_id: 'iss_1', representation: true },
  },
  goldens: [
    { name: 'five years to the day', facts: {}, expect: 'pass' },
    { name: 'a day later', facts: { as_of: '2026-12-02T17:00:00Z' }, expect: 'needs_info' },
    { name: 'another issuer', facts: { 'investor.accreditation.prior.issuer_id': 'iss_2' }, expect: 'needs_info' },
    { name: 'no representation', facts: { 'investor.accreditation.prior.representation': false }, expect: 'needs_info' },
    { name: 'verified tomorrow', facts: { 'investor.accreditation.prior.verified_at': '2026-12-02' }, expect: 'needs_info' },
    { name: 'another route', facts: { 'investor.accreditation.method': 'none' }, expect: 'not_applicable' },
  ],
})
