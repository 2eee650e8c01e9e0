import { identificationOf } from '../../citations.ts'
import { fact } from '../../facts/vocabulary.ts'
import { fullFile, fullIdentification } from '../../kyc-scope.ts'
import { ask, broken, defineRule, deny, pass } from '../../rule.ts'

export default defineRule({
  code: 'CIP_NOT_VERIFIED',
  version: 1,
  market: 'kyc',
  checks: ['wallet.verify', 'investor.verify'],
  order: 1014,
  sentence: 'The identity is verified by document or otherwise; an account without value may wait 30 days.',
  message: {
    review: 'The identity is still being verified.',
    fail: 'The identity was rejected.',
    needs_info: 'The identity has not been submitted for verification.',
  },
  citation: identificationOf('(a)(2)(ii)'),
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'hold',
  perSubject: true,
  params: { grace_days: 30 },
  needs: {
    ...fullIdentification,
    status: fact('subject.verification.status', { at_least: 'established' }),
    opened: fact('subject.opened_on'),
    value: fact('request.moves_value'),
  },
  applies: (f) => fullFile(f),
  holds: (f, p, now) => {
    if (f.status === 'verified') return pass
    if (f.status === 'rejected') return deny()
    if (f.status === 'incomplete') return ask({}, { missing: ['subject.verification.status'] })
    return !f.value && now.day - f.opened <= p.grace_days ? pass : broken()
  },
  given: {
    'subject.kind': 'natural',
    'request.level': 'enhanced',
    'subject.verification.status': 'pending',
    'subject.opened_on': '2026-10-22',
    'request.moves_value': false,
  },
  goldens: [
    { name: 'verified', facts: { 'subject.verification.status': 'verified' }, expect: 'pass' },
    { name: 'pending on day 30, no value moves', facts: {}, expect: 'pass' },
    { name: 'pending on day 31', facts: { 'subject.opened_on': '2026-10-21' }, expect: 'review' },
    { name: 'pending and value moves', facts: { 'request.moves_value': true }, expect: 'review' },
    { name: 'rejected', facts: { 'subject.verification.status': 'rejected' }, expect: 'fail' },
    { name: 'incomplete', facts: { 'subject.verification.status': 'incomplete' }, expect: 'needs_info' },
    { name: 'unknown', facts: { 'subject.verification.status': null }, expect: 'needs_info' },
  ],
})
