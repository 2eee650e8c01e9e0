import { identificationOf } from '../../citations.ts'
import { fact } from '../../facts/vocabulary.ts'
import { fullFile, fullIdentification } from '../../kyc-scope.ts'
import { broken, defineRule, pass } from '../../rule.ts'

export default defineRule({
  code: 'CIP_NOTICE_MISSING',
  version: 1,
  market: 'kyc',
  checks: ['wallet.verify', 'investor.verify'],
  order: 1017,
  sentence: 'The notice that identity will be checked was shown before the data was collected.',
  message: 'The notice that identity will be checked was not shown before the data was collected.',
  citation: identificationOf('(a)(5)'),
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'ask',
  perSubject: true,
  params: {},
  needs: { ...fullIdentification, shown: fact('subject.notice_shown_at'), collected: fact('subject.collected_at') },
  applies: (f) => fullFile(f),
  holds: (f) => (f.shown <= f.collected ? pass : broken({}, { missing: ['subject.notice_shown_at'] })),
  given: {
    'subject.kind': 'natural',
    'request.level': 'enhanced',
    'subject.notice_shown_at': '2026-11-21T10:00:00Z',
    'subject.collected_at': '2026-11-21T10:00:01Z',
  },
  goldens: [
    { name: 'one second before', facts: {}, expect: 'pass' },
    { name: 'at the same time', facts: { 'subject.collected_at': '2026-11-21T10:00:00Z' }, expect: 'pass' },
    { name: 'after', facts: { 'subject.collected_at': '2026-11-21T09:59:59Z' }, expect: 'needs_info' },
    { name: 'never', facts: { 'subject.notice_shown_at': null }, expect: 'needs_info' },
  ],
})
