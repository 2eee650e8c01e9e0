import { identificationOf } from '../../citations.ts'
import { fact } from '../../facts/vocabulary.ts'
import { fullFile, fullIdentification } from '../../kyc-scope.ts'
import { broken, defineRule, pass } from '../../rule.ts'

export default defineRule({
  code: 'CIP_ID_NUMBER_MISSING',
  version: 1,
  market: 'kyc',
  checks: ['wallet.verify', 'investor.verify'],
  order: 1013,
  sentence: 'A United States person gives a taxpayer number; anyone else that or a government document number.',
  message: 'A taxpayer number is needed, or of others than United States persons a government document number.',
  citation: identificationOf('(a)(2)(i)(A)(4)', '; order of 2025-06-27'),
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'ask',
  perSubject: true,
  params: { us_types: ['ssn', 'itin', 'ein'] },
  needs: {
    ...fullIdentification,
    us: fact('subject.us_person'),
    id: fact('subject.id_number'),
  },
  applies: (f) => fullFile(f),
  holds: (f, p) => (!f.us || p.us_types.includes(f.id.type) ? pass : broken({}, { missing: ['subject.id_number'] })),
  given: {
    'subject.kind': 'natural',
    'request.level': 'enhanced',
    'subject.us_person': true,
    'subject.id_number': { type: 'ssn', country: 'US' },
  },
  goldens: [
    { name: 'United States and SSN', facts: {}, expect: 'pass' },
    { name: 'United States and ITIN', facts: { 'subject.id_number.type': 'itin' }, expect: 'pass' },
    { name: 'United States company and EIN', facts: { 'subject.kind': 'entity', 'subject.id_number.type': 'ein' }, expect: 'pass' },
    { name: 'United States and passport', facts: { 'subject.id_number.type': 'passport' }, expect: 'needs_info' },
    {
      name: 'Germany and passport',
      facts: { 'subject.us_person': false, 'subject.id_number': { type: 'passport', country: 'DE' } },
      expect: 'pass',
    },
    { name: 'none', facts: { 'subject.id_number': null }, expect: 'needs_info' },
    { name: 'unknown whether a United States person', facts: { 'subject.us_person': null }, expect: 'needs_info' },
  ],
})
