import { identificationOf } from '../../citations.ts'
import { fact } from '../../facts/vocabulary.ts'
import { fullFile, fullIdentification } from '../../kyc-scope.ts'
import { broken, defineRule, pass } from '../../rule.ts'

export default defineRule({
  code: 'CIP_DATA_CONFLICT',
  version: 1,
  market: 'kyc',
  checks: ['wallet.verify', 'investor.verify'],
  order: 1016,
  sentence: 'Document, form and credential agree on name, birth date and country.',
  message: 'Document, form and credential differ in name, birth date or country.',
  citation: identificationOf('(a)(2)(ii)'),
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'hold',
  perSubject: true,
  params: { name_score: 9_000 },
  needs: {
    ...fullIdentification,
    name: fact('subject.comparison.name_score'),
    birth: fact('subject.comparison.dob_equal'),
    country: fact('subject.comparison.country_equal'),
  },
  applies: (f) => fullFile(f),
  holds: (f, p) => (f.name >= p.name_score && f.birth && f.country ? pass : broken()),
  given: {
    'subject.kind': 'natural',
    'request.level': 'enhanced',
    'subject.comparison.name_score': 9_000,
    'subject.comparison.dob_equal': true,
    'subject.comparison.country_equal': true,
  },
  goldens: [
    { name: '0.90 and equal', facts: {}, expect: 'pass' },
    { name: '0.89', facts: { 'subject.comparison.name_score': 8_900 }, expect: 'review' },
    { name: '0.8999', facts: { 'subject.comparison.name_score': 8_999 }, expect: 'review' },
    { name: 'birth date differs', facts: { 'subject.comparison.dob_equal': false }, expect: 'review' },
    { name: 'country differs', facts: { 'subject.comparison.country_equal': false }, expect: 'review' },
    { name: 'not compared', facts: { 'subject.comparison.name_score': null }, expect: 'needs_info' },
  ],
})
