import { verification, verificationNeeds } from '../../../calculations/verification.ts'
import { cfr } from '../../../citations.ts'
import { offeringFacts } from '../../../facts/groups/securities.ts'
import { dollars } from '../../../money.ts'
import { defineRule } from '../../../rule.ts'

export default defineRule({
  code: 'REG_D_506C_M4_GRANDFATHERED',
  version: 1,
  market: 'securities',
  checks: ['investment.accept'],
  order: 350,
  partOf: 'REG_D_506C_VERIFICATION',
  sentence: 'Bought in the same issuer’s 506(b) offering before 23 September 2013 as accredited, still holds, and represents it again.',
  message: 'The earlier purchase does not qualify: {needed}.',
  citation: cfr(17, '230.506', '(c)(2)(ii)(D)'),
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'ask',
  params: { before: '2013-09-23' },
  needs: { regulation: offeringFacts.regulation, ...verificationNeeds },
  applies: (f) => f.regulation === 'reg_d_506c' && f.method === 'grandfathered',
  holds: (f, p, now) => verification('grandfathered', f, now, p as never),
  given: {
    check: 'investment.accept',
    'offering.regulation': 'reg_d_506c',
    'issuer.id': 'iss_1',
    'investor.accreditation.method': 'grandfathered',
    'investor.accreditation.contrary_knowledge': false,
    'investor.accreditation.basis': 'net_worth',
    'investor.kind': 'natural',
    'investment.amount': dollars('250000'),
    'investor.accreditation.grandfathered': { bought_on: '2013-09-22', issuer_id: 'iss_1', still_holds: true, representation: true },
  },
  goldens: [
    { name: 'all', facts: {}, expect: 'pass' },
    { name: 'bought on the day', facts: { 'investor.accreditation.grandfathered.bought_on': '2013-09-23' }, expect: 'fail' },
    { name: 'sold out', facts: { 'investor.accreditation.grandfathered.still_holds': false }, expect: 'fail' },
    { name: 'another issuer', facts: { 'investor.accreditation.grandfathered.issuer_id': 'iss_2' }, expect: 'fail' },
    { name: 'no representation', facts: { 'investor.accreditation.grandfathered.representation': false }, expect: 'needs_info' },
    { name: 'another route', facts: { 'investor.accreditation.method': 'none' }, expect: 'not_applicable' },
  ],
})
