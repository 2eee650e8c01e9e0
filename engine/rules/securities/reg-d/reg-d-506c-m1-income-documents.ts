import { verification, verificationNeeds } from '../../../calculations/verification.ts'
import { cfr } from '../../../citations.ts'
import { offeringFacts } from '../../../facts/groups/securities.ts'
import { dollars } from '../../../money.ts'
import { defineRule } from '../../../rule.ts'

export default defineRule({
  code: 'REG_D_506C_M1_INCOME_DOCUMENTS',
  version: 1,
  market: 'securities',
  checks: ['investment.accept'],
  order: 350,
  partOf: 'REG_D_506C_VERIFICATION',
  sentence: 'Tax forms for both of the last two years, of both spouses where joint, and a written expectation for this year.',
  message: 'Tax forms or the written expectation are missing: {needed}.',
  citation: cfr(17, '230.506', '(c)(2)(ii)(A)'),
  certainty: 'V',
  in_force_from: '2025-01-01',
  severity: 'ask',
  params: { years: 2 },
  needs: { regulation: offeringFacts.regulation, ...verificationNeeds },
  applies: (f) => f.regulation === 'reg_d_506c' && f.method === 'income_documents',
  holds: (f, p, now) => verification('income_documents', f, now, p as never),
  given: {
    check: 'investment.accept',
    'offering.regulation': 'reg_d_506c',
    'issuer.id': 'iss_1',
    'investor.accreditation.method': 'income_documents',
    'investor.accreditation.contrary_knowledge': false,
    'investor.accreditation.basis': 'net_worth',
    'investor.kind': 'natural',
    'investment.amount': dollars('250000'),
    'investor.accreditation.income_documents': { years: [2025, 2024], expectation: true, joint: false, spouse_documents: false },
  },
  goldens: [
    { name: '2025 and 2024 for a sale in 2026', facts: {}, expect: 'pass' },
    { name: '2024 and 2023', facts: { 'investor.accreditation.income_documents.years': [2024, 2023] }, expect: 'needs_info' },
    { name: 'only last year', facts: { 'investor.accreditation.income_documents.years': [2025] }, expect: 'needs_info' },
    { name: 'no expectation', facts: { 'investor.accreditation.income_documents.expectation': false }, expect: 'needs_info' },
    { name: 'joint, one spouse', facts: { 'investor.accreditation.income_documents.joint': true }, expect: 'needs_info' },
    {
      name: 'joint, both',
      facts: { 'investor.accreditation.income_documents.joint': true, 'investor.accreditation.income_documents.spouse_documents': true },
      expect: 'pass',
    },
    { name: 'another route', facts: { 'investor.accreditation.method': 'none' }, expect: 'not_applicable' },
  ],
})
