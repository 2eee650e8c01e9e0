import { verification, verificationNeeds } from '../../../calculations/verification.ts'
import { cfr } from '../../../citations.ts'
import { offeringFacts } from '../../../facts/groups/securities.ts'
import { dollars } from '../../../money.ts'
import { defineRule } from '../../../rule.ts'

export default defineRule({
  code: 'REG_D_506C_M2_NET_WORTH_DOCUMENTS',
  version: 1,
  market: 'securities',
  checks: ['investment.accept'],
  order: 350,
  partOf: 'REG_D_506C_VERIFICATION',
  sentence: 'Asset statements at most three months old, a credit report, and a representation that all liabilities are disclosed.',
  message: 'A part of the net worth evidence is missing or too old: {needed}.',
  citation: cfr(17, '230.506', '(c)(2)(ii)(B)'),
  certainty: 'V',
  in_force_from: '2025-01-01',
  severity: 'ask',
  params: { months: 3 },
  needs: { regulation: offeringFacts.regulation, ...verificationNeeds },
  applies: (f) => f.regulation === 'reg_d_506c' && f.method === 'net_worth_documents',
  holds: (f, p, now) => verification('net_worth_documents', f, now, p as never),
  given: {
    check: 'investment.accept',
    'offering.regulation': 'reg_d_506c',
    'issuer.id': 'iss_1',
    'investor.accreditation.method': 'net_worth_documents',
    'investor.accreditation.contrary_knowledge': false,
    'investor.accreditation.basis': 'net_worth',
    'investor.kind': 'natural',
    'investment.amount': dollars('250000'),
    'investor.accreditation.net_worth_documents': { statement_dates: ['2026-08-21'], credit_report: true, liabilities_disclosed: true },
  },
  goldens: [
    { name: 'three months to the day', facts: {}, expect: 'pass' },
    { name: 'a day older', facts: { 'investor.accreditation.net_worth_documents.statement_dates': ['2026-08-20'] }, expect: 'needs_info' },
    {
      name: 'one of two too old',
      facts: { 'investor.accreditation.net_worth_documents.statement_dates': ['2026-11-01', '2026-08-20'] },
      expect: 'needs_info',
    },
    {
      name: 'dated after the sale',
      facts: { 'investor.accreditation.net_worth_documents.statement_dates': ['2026-11-22'] },
      expect: 'needs_info',
    },
    { name: 'no statement', facts: { 'investor.accreditation.net_worth_documents.statement_dates': [] }, expect: 'needs_info' },
    { name: 'no credit report', facts: { 'investor.accreditation.net_worth_documents.credit_report': false }, expect: 'needs_info' },
    {
      name: 'liabilities not disclosed',
      facts: { 'investor.accreditation.net_worth_documents.liabilities_disclosed': false },
      expect: 'needs_info',
    },
    { name: 'another route', facts: { 'investor.accreditation.method': 'none' }, expect: 'not_applicable' },
  ],
})
