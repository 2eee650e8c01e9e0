import { cfr } from '../../../citations.ts'
import { accreditationBasis, issuerFacts } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { broken, defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'ACCREDITED_KNOWLEDGEABLE_EMPLOYEE',
  version: 1,
  market: 'securities',
  checks: ['investor.verify'],
  order: 314,
  sentence: 'A knowledgeable employee of a private fund, buying that fund or its family.',
  message: 'This basis is only for a private fund and its own employees.',
  citation: cfr(17, '230.501', '(a)(11)'),
  certainty: 'V',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: { statuses: ['3c1', '3c7', '3c1_qvc'] },
  needs: {
    basis: accreditationBasis,
    kind: fact('investor.kind'),
    status: issuerFacts.icaStatus,
    family: fact('investor.role.same_fund_family'),
  },
  applies: (f) => f.basis === 'knowledgeable_employee',
  // A test for people: a company has tests of its own.
  holds: (f, p) => (f.kind === 'natural' && p.statuses.includes(f.status) && f.family ? pass : broken()),
  given: {
    'investor.kind': 'natural',
    'investor.accreditation.basis': 'knowledgeable_employee',
    'issuer.ica_status': '3c1',
    'investor.role.same_fund_family': true,
  },
  goldens: [
    { name: 'a company', facts: { 'investor.kind': 'entity' }, expect: 'fail' },
    { name: 'own 3(c)(1) fund', facts: {}, expect: 'pass' },
    { name: 'own 3(c)(7) fund', facts: { 'issuer.ica_status': '3c7' }, expect: 'pass' },
    { name: 'own venture fund', facts: { 'issuer.ica_status': '3c1_qvc' }, expect: 'pass' },
    { name: 'the manager’s operating company', facts: { 'issuer.ica_status': 'operating' }, expect: 'fail' },
    { name: 'another family', facts: { 'investor.role.same_fund_family': false }, expect: 'fail' },
    { name: 'status unknown', facts: { 'issuer.ica_status': null }, expect: 'needs_info' },
  ],
})
