import { cfr } from '../../../citations.ts'
import { accreditationBasis, issuerFacts } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { broken, defineRule, pass, review } from '../../../rule.ts'

export default defineRule({
  code: 'ACCREDITED_INSIDER',
  version: 1,
  market: 'securities',
  checks: ['investor.verify'],
  order: 313,
  sentence: 'A director, executive officer or general partner of this issuer, or of its general partner.',
  message: {
    fail: 'The role is not one at this issuer that qualifies.',
    review: 'Whether this officer makes policy is for a person to judge.',
  },
  citation: cfr(17, '230.501', '(a)(4)'),
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: { roles: ['director', 'executive_officer', 'general_partner'] },
  needs: {
    basis: accreditationBasis,
    role: fact('investor.role.kind'),
    at: fact('investor.role.issuer_id'),
    issuer: issuerFacts.id,
  },
  applies: (f) => f.basis === 'insider',
  holds: (f, p) => {
    if (f.at !== f.issuer) return broken()
    if (p.roles.includes(f.role)) return pass
    return f.role === 'vice_president' ? review() : broken()
  },
  given: {
    'investor.accreditation.basis': 'insider',
    'investor.role.kind': 'director',
    'investor.role.issuer_id': 'iss_1',
    'issuer.id': 'iss_1',
  },
  goldens: [
    { name: 'director of the issuer', facts: {}, expect: 'pass' },
    { name: 'executive officer', facts: { 'investor.role.kind': 'executive_officer' }, expect: 'pass' },
    { name: 'general partner', facts: { 'investor.role.kind': 'general_partner' }, expect: 'pass' },
    { name: 'director of another', facts: { 'investor.role.issuer_id': 'iss_2' }, expect: 'fail' },
    { name: 'vice president', facts: { 'investor.role.kind': 'vice_president' }, expect: 'review' },
    { name: 'employee', facts: { 'investor.role.kind': 'other' }, expect: 'fail' },
  ],
})
