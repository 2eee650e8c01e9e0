import { verification, verificationNeeds } from '../../../calculations/verification.ts'
import { cfr } from '../../../citations.ts'
import { offeringFacts } from '../../../facts/groups/securities.ts'
import { dollars } from '../../../money.ts'
import { defineRule } from '../../../rule.ts'

export default defineRule({
  code: 'REG_D_506C_M7_PRINCIPLES_BASED',
  version: 1,
  market: 'securities',
  checks: ['investment.accept'],
  order: 350,
  partOf: 'REG_D_506C_VERIFICATION',
  sentence: 'Other facts are always judged by a person.',
  message: 'A person has to judge whether these steps were reasonable.',
  citation: cfr(17, '230.506', '(c)(2)(ii)'),
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'ask',
  params: {},
  needs: { regulation: offeringFacts.regulation, ...verificationNeeds },
  applies: (f) => f.regulation === 'reg_d_506c' && f.method === 'principles_based',
  holds: (f, p, now) => verification('principles_based', f, now, p as never),
  given: {
    check: 'investment.accept',
    'offering.regulation': 'reg_d_506c',
    'issuer.id': 'iss_1',
    'investor.accreditation.method': 'principles_based',
    'investor.accreditation.contrary_knowledge': false,
    'investor.accreditation.basis': 'net_worth',
    'investor.kind': 'natural',
    'investment.amount': dollars('250000'),
  },
  goldens: [
    { name: 'any evidence', facts: {}, expect: 'review' },
    { name: 'much evidence', facts: { 'investment.amount.amount': '5000000' }, expect: 'review' },
    { name: 'another route', facts: { 'investor.accreditation.method': 'none' }, expect: 'not_applicable' },
  ],
})
