import { identificationOf } from '../../citations.ts'
import { fact } from '../../facts/vocabulary.ts'
import { fullFile, fullIdentification } from '../../kyc-scope.ts'
import { broken, defineRule, pass } from '../../rule.ts'

export default defineRule({
  code: 'CIP_ADDRESS_MISSING',
  version: 1,
  market: 'kyc',
  checks: ['wallet.verify', 'investor.verify'],
  order: 1012,
  sentence: 'A street address is known; a post office box alone is not enough.',
  message: 'A street address is needed; a post office box is not enough.',
  citation: identificationOf('(a)(2)(i)(A)(3)'),
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'ask',
  perSubject: true,
  params: {},
  needs: {
    ...fullIdentification,
    address: fact('subject.address_record'),
  },
  applies: (f) => fullFile(f),
  holds: (f) => (f.address.kind === 'po_box' ? broken({}, { missing: ['subject.address_record'] }) : pass),
  given: {
    'subject.kind': 'natural',
    'request.level': 'enhanced',
    'subject.address_record': { line: '1 Main Street', country: 'US', kind: 'street' },
  },
  goldens: [
    { name: 'street', facts: {}, expect: 'pass' },
    { name: 'army post office', facts: { 'subject.address_record.kind': 'apo_fpo' }, expect: 'pass' },
    { name: 'next of kin', facts: { 'subject.address_record.kind': 'next_of_kin' }, expect: 'pass' },
    { name: 'post office box', facts: { 'subject.address_record.kind': 'po_box' }, expect: 'needs_info' },
    { name: 'none', facts: { 'subject.address_record': null }, expect: 'needs_info' },
    { name: 'a basic check', facts: { 'request.level': 'basic', 'subject.address_record': null }, expect: 'not_applicable' },
    { name: 'level unknown', facts: { 'request.level': null }, expect: 'needs_info' },
  ],
})
