import { identificationOf } from '../../citations.ts'
import { parseDay } from '../../dates.ts'
import { subject } from '../../facts/groups/subject.ts'
import { fact } from '../../facts/vocabulary.ts'
import { k } from '../../facts.ts'
import { broken, defineRule, pass } from '../../rule.ts'

export default defineRule({
  code: 'CIP_DOB_MISSING',
  version: 1,
  market: 'kyc',
  checks: ['wallet.verify', 'investor.verify'],
  order: 1011,
  sentence: 'The birth date of a natural person is known and possible.',
  message: 'The birth date is not possible.',
  citation: identificationOf('(a)(2)(i)(A)(2)'),
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'ask',
  perSubject: true,
  params: { earliest: '1900-01-01' },
  needs: { kind: subject.kind, birth: fact('subject.date_of_birth', k.day) },
  applies: (f) => f.kind === 'natural',
  holds: (f, p, now) =>
    f.birth <= now.day && f.birth >= parseDay(p.earliest)! ? pass : broken({}, { missing: ['subject.date_of_birth'] }),
  given: { 'subject.kind': 'natural', 'subject.date_of_birth': '1990-05-17' },
  goldens: [
    { name: 'a birth date', facts: {}, expect: 'pass' },
    { name: 'a company', facts: { 'subject.kind': 'entity', 'subject.date_of_birth': null }, expect: 'not_applicable' },
    { name: 'none', facts: { 'subject.date_of_birth': null }, expect: 'needs_info' },
    { name: 'today', facts: { 'subject.date_of_birth': '2026-11-21' }, expect: 'pass' },
    { name: 'tomorrow', facts: { 'subject.date_of_birth': '2026-11-22' }, expect: 'needs_info' },
    { name: 'no such day', facts: { 'subject.date_of_birth': '1990-02-30' }, expect: 'needs_info' },
    { name: 'the first day taken', facts: { 'subject.date_of_birth': '1900-01-01' }, expect: 'pass' },
    { name: 'the day before it', facts: { 'subject.date_of_birth': '1899-12-31' }, expect: 'needs_info' },
  ],
})
