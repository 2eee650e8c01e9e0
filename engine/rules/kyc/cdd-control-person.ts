import { fact } from '../../facts/vocabulary.ts'
import { companyFile, ownersNeeded } from '../../kyc-scope.ts'
import { broken, defineRule, pass } from '../../rule.ts'

export default defineRule({
  code: 'CDD_CONTROL_PERSON',
  version: 1,
  market: 'kyc',
  checks: ['wallet.verify', 'investor.verify'],
  order: 1023,
  sentence: 'One senior manager is named and verified, also when nobody owns a quarter.',
  message: 'A senior manager has to be named and verified.',
  citation: { label: '31 CFR 1010.230(d)(2)', url: 'https://www.ecfr.gov/current/title-31/section-1010.230' },
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'ask',
  perSubject: true,
  params: {},
  needs: { ...companyFile, control: fact('subject.control_persons'), verified: fact('subject.verified_persons') },
  applies: (f) => f.kind === 'entity' && f.level === 'enhanced' && ownersNeeded(f.type) !== 'none',
  holds: (f) => (f.control.some((person) => f.verified.includes(person)) ? pass : broken({}, { missing: ['subject.control_persons'] })),
  given: {
    'subject.kind': 'entity',
    'request.level': 'enhanced',
    'subject.entity_type': 'company',
    'subject.control_persons': ['m'],
    'subject.verified_persons': ['m'],
  },
  goldens: [
    { name: 'one verified', facts: {}, expect: 'pass' },
    { name: 'none named', facts: { 'subject.control_persons': [] }, expect: 'needs_info' },
    { name: 'named, not verified', facts: { 'subject.verified_persons': ['x'] }, expect: 'needs_info' },
    {
      name: 'the owner is also the manager',
      facts: { 'subject.control_persons': ['p'], 'subject.verified_persons': ['p'] },
      expect: 'pass',
    },
    {
      name: 'a fund of an exempt adviser still names one',
      facts: { 'subject.entity_type': 'exempt_adviser_fund', 'subject.control_persons': [] },
      expect: 'needs_info',
    },
    { name: 'a bank', facts: { 'subject.entity_type': 'bank' }, expect: 'not_applicable' },
  ],
})
