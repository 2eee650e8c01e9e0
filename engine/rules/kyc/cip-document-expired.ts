import { identificationOf } from '../../citations.ts'
import { fact } from '../../facts/vocabulary.ts'
import { fullFile, fullIdentification } from '../../kyc-scope.ts'
import { broken, defineRule, pass } from '../../rule.ts'

export default defineRule({
  code: 'CIP_DOCUMENT_EXPIRED',
  version: 1,
  market: 'kyc',
  checks: ['wallet.verify', 'investor.verify'],
  order: 1015,
  sentence: 'The document was not expired on the day it was verified.',
  message: 'The document had expired on the day it was verified.',
  citation: identificationOf('(a)(2)(ii)(A)(1)'),
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'ask',
  perSubject: true,
  params: {},
  needs: {
    ...fullIdentification,
    method: fact('subject.verification.method'),
    expires: fact('subject.document.expires_on'),
    verified: fact('subject.document.verified_on'),
  },
  applies: (f) => fullFile(f) && f.method === 'document',
  holds: (f) => (f.expires >= f.verified ? pass : broken({}, { missing: ['subject.document.expires_on'] })),
  given: {
    'subject.kind': 'natural',
    'request.level': 'enhanced',
    'subject.verification.method': 'document',
    'subject.document.expires_on': '2026-11-21',
    'subject.document.verified_on': '2026-11-21',
  },
  goldens: [
    { name: 'expires the same day', facts: {}, expect: 'pass' },
    { name: 'expired the day before', facts: { 'subject.document.expires_on': '2026-11-20' }, expect: 'needs_info' },
    { name: 'passport without an expiry', facts: { 'subject.document.expires_on': null }, expect: 'needs_info' },
    { name: 'no document was used', facts: { 'subject.verification.method': 'non_documentary' }, expect: 'not_applicable' },
  ],
})
