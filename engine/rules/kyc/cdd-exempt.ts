import { fact } from '../../facts/vocabulary.ts'
import { ENTITY_TYPES } from '../../facts/words.ts'
import { companyFile, ownersNeeded } from '../../kyc-scope.ts'
import { broken, defineRule, passWith } from '../../rule.ts'

export default defineRule({
  code: 'CDD_EXEMPT',
  version: 1,
  market: 'kyc',
  checks: ['wallet.verify', 'investor.verify'],
  order: 1020,
  sentence: 'The kind of company is known, so that it is clear whose owners are needed.',
  message: 'The kind of company is needed.',
  citation: { label: '31 CFR 1010.230(e)(2)', url: 'https://www.ecfr.gov/current/title-31/section-1010.230' },
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'ask',
  perSubject: true,
  params: {},
  needs: { ...companyFile, registration: fact('subject.registration_no') },
  applies: (f) => f.kind === 'entity' && f.level === 'enhanced',
  holds: (f) => {
    const needed = ownersNeeded(f.type)
    // An exemption rests on a registration that can be looked up.
    if (needed === 'none' && ENTITY_TYPES[f.type].registered && f.registration === null)
      return broken({}, { missing: ['subject.registration_no'] })
    return passWith({ owners: needed })
  },
  given: {
    'subject.kind': 'entity',
    'request.level': 'enhanced',
    'subject.entity_type': 'sec_registrant',
    'subject.registration_no': '801-12345',
  },
  goldens: [
    { name: 'SEC registered adviser', facts: {}, expect: 'pass', details: { owners: 'none' } },
    { name: 'without its number', facts: { 'subject.registration_no': 'none' }, expect: 'needs_info' },
    {
      name: 'unlisted company',
      facts: { 'subject.entity_type': 'company', 'subject.registration_no': 'none' },
      expect: 'pass',
      details: { owners: 'all' },
    },
    {
      name: 'fund of an exempt adviser',
      facts: { 'subject.entity_type': 'exempt_adviser_fund', 'subject.registration_no': 'none' },
      expect: 'pass',
      details: { owners: 'control_person' },
    },
    {
      name: 'government body',
      facts: { 'subject.entity_type': 'government', 'subject.registration_no': 'none' },
      expect: 'pass',
      details: { owners: 'none' },
    },
    { name: 'unknown kind', facts: { 'subject.entity_type': 'something' }, expect: 'needs_info' },
    { name: 'a person', facts: { 'subject.kind': 'natural' }, expect: 'not_applicable' },
  ],
})
