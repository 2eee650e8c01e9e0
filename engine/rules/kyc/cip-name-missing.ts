import { identificationOf } from '../../citations.ts'
import { subject } from '../../facts/groups/subject.ts'
import { fact } from '../../facts/vocabulary.ts'
import { broken, defineRule, pass } from '../../rule.ts'

export default defineRule({
  code: 'CIP_NAME_MISSING',
  version: 1,
  market: 'kyc',
  checks: ['wallet.verify', 'investor.verify'],
  order: 1010,
  sentence: 'The full legal name is known.',
  message: 'The full legal name is needed, in at most 200 characters.',
  citation: identificationOf('(a)(2)(i)(A)(1)'),
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'ask',
  perSubject: true,
  params: { max_length: 200 },
  needs: { kind: subject.kind, name: fact('subject.full_name') },
  applies: (f) => f.kind === 'natural' || f.kind === 'entity',
  holds: (f, p) => (f.name.trim().length <= p.max_length ? pass : broken({}, { missing: ['subject.full_name'] })),
  given: { 'subject.kind': 'natural', 'subject.full_name': 'Ada Example' },
  goldens: [
    { name: 'a name', facts: {}, expect: 'pass' },
    { name: 'blank', facts: { 'subject.full_name': '  ' }, expect: 'needs_info' },
    { name: 'none', facts: { 'subject.full_name': null }, expect: 'needs_info' },
    { name: 'a company', facts: { 'subject.kind': 'entity', 'subject.full_name': 'Acme Ltd' }, expect: 'pass' },
    { name: '200 characters', facts: { 'subject.full_name': 'a'.repeat(200) }, expect: 'pass' },
    { name: '201 characters', facts: { 'subject.full_name': 'a'.repeat(201) }, expect: 'needs_info' },
    { name: 'kind unknown', facts: { 'subject.kind': null }, expect: 'needs_info' },
  ],
})
