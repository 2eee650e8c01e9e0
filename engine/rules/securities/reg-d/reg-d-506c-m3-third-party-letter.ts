import { verification, verificationNeeds } from '../../../calculations/verification.ts'
import { cfr } from '../../../citations.ts'
import { offeringFacts } from '../../../facts/groups/securities.ts'
import { dollars } from '../../../money.ts'
import { defineRule } from '../../../rule.ts'

export default defineRule({
  code: 'REG_D_506C_M3_THIRD_PARTY_LETTER',
  version: 1,
  market: 'securities',
  checks: ['investment.accept'],
  order: 350,
  partOf: 'REG_D_506C_VERIFICATION',
  sentence:
    'A broker-dealer, SEC-registered adviser, attorney or accountant in good standing confirms its own reasonable steps within the last three months.',
  message: 'The letter does not qualify or is too old: {needed}.',
  citation: cfr(17, '230.506', '(c)(2)(ii)(C)'),
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'ask',
  params: { months: 3, verifiers: ['broker_dealer', 'sec_adviser', 'attorney', 'cpa'] },
  needs: { regulation: offeringFacts.regulation, ...verificationNeeds },
  applies: (f) => f.regulation === 'reg_d_506c' && f.method === 'third_party_letter',
  holds: (f, p, now) => verification('third_party_letter', f, now, p as never),
  given: {
    check: 'investment.accept',
    'offering.regulation': 'reg_d_506c',
    'issuer.id': 'iss_1',
    'investor.accreditation.method': 'third_party_letter',
    'investor.accreditation.contrary_knowledge': false,
    'investor.accreditation.basis': 'net_worth',
    'investor.kind': 'natural',
    'investment.amount': dollars('250000'),
    as_of: '2026-04-30T17:00:00Z',
    'investor.accreditation.letter': { verifier: 'attorney', good_standing: true, dated: '2026-01-31' },
  },
  goldens: [
    { name: '31 January, last day 30 April', facts: {}, expect: 'pass' },
    { name: '31 January, 1 May', facts: { as_of: '2026-05-01T17:00:00Z' }, expect: 'needs_info' },
    { name: '31 January, 2 May', facts: { as_of: '2026-05-02T17:00:00Z' }, expect: 'needs_info' },
    {
      name: '1 July, last day 1 October',
      facts: { as_of: '2026-10-01T17:00:00Z', 'investor.accreditation.letter.dated': '2026-07-01' },
      expect: 'pass',
    },
    {
      name: '1 July, 2 October',
      facts: { as_of: '2026-10-02T17:00:00Z', 'investor.accreditation.letter.dated': '2026-07-01' },
      expect: 'needs_info',
    },
    { name: 'broker-dealer', facts: { 'investor.accreditation.letter.verifier': 'broker_dealer' }, expect: 'pass' },
    { name: 'SEC adviser', facts: { 'investor.accreditation.letter.verifier': 'sec_adviser' }, expect: 'pass' },
    { name: 'accountant', facts: { 'investor.accreditation.letter.verifier': 'cpa' }, expect: 'pass' },
    { name: 'state adviser', facts: { 'investor.accreditation.letter.verifier': 'state_adviser' }, expect: 'fail' },
    { name: 'not in good standing', facts: { 'investor.accreditation.letter.good_standing': false }, expect: 'fail' },
    { name: 'dated after the sale', facts: { 'investor.accreditation.letter.dated': '2026-05-01' }, expect: 'needs_info' },
    {
      name: '31 August to 30 November, the 91st day',
      facts: { as_of: '2026-11-30T17:00:00Z', 'investor.accreditation.letter.dated': '2026-08-31' },
      expect: 'pass',
    },
    {
      name: '31 August, 1 December',
      facts: { as_of: '2026-12-01T17:00:00Z', 'investor.accreditation.letter.dated': '2026-08-31' },
      expect: 'needs_info',
    },
    {
      name: '28 November to 28 February',
      facts: { as_of: '2027-02-28T17:00:00Z', 'investor.accreditation.letter.dated': '2026-11-28' },
      expect: 'pass',
    },
    { name: 'another route', facts: { 'investor.accreditation.method': 'none' }, expect: 'not_applicable' },
  ],
})
