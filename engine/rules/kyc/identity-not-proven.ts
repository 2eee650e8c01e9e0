import { identificationOf } from '../../citations.ts'
import { subject } from '../../facts/groups/subject.ts'
import { fact } from '../../facts/vocabulary.ts'
import { ask, defineRule, deny, pass } from '../../rule.ts'

const WORTH = { none: 0, basic: 1, enhanced: 2 } as const

export default defineRule({
  code: 'IDENTITY_NOT_PROVEN',
  version: 1,
  market: 'kyc',
  checks: ['wallet.verify', 'investor.verify'],
  order: 1019,
  sentence: 'Evidence shows who they are, as far as the level asks: somebody outside vouches for it, or a person looked at it.',
  message: {
    pending: 'What was shown of who they are is still being looked at.',
    fail: 'What was shown is no evidence of who they are.',
    needs_info: 'Nothing shows yet who they are: what they said of themselves is no evidence.',
    level: 'What was shown of who they are does not go as far as this level asks.',
  },
  citation: identificationOf('(a)(2)(ii)', '; product rule on assurance (NIST SP 800-63A-4)'),
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'ask',
  perSubject: true,
  params: {},
  needs: {
    kind: subject.kind,
    asked: fact('request.level'),
    status: fact('subject.verification.status', { at_least: 'established' }),
    level: fact('subject.verification.level', { at_least: 'established' }),
  },
  applies: (f) => f.kind === 'natural' || f.kind === 'entity',
  holds: (f) => {
    if (f.status === 'rejected') return deny()
    if (f.status === 'pending') return ask({}, { wording: 'pending', missing: ['subject.verification.status'] })
    if (f.status === 'incomplete') return ask({}, { missing: ['subject.verification.status'] })
    return WORTH[f.level ?? 'none'] >= WORTH[f.asked === 'enhanced' ? 'enhanced' : 'basic']
      ? pass
      : ask({}, { wording: 'level', missing: ['subject.verification.level'] })
  },
  given: {
    'subject.kind': 'natural',
    'request.level': 'basic',
    'subject.verification.status': 'verified',
    'subject.verification.level': 'basic',
  },
  goldens: [
    { name: 'basic, as asked', facts: {}, expect: 'pass' },
    { name: 'more than was asked', facts: { 'subject.verification.level': 'enhanced' }, expect: 'pass' },
    { name: 'less than was asked', facts: { 'request.level': 'enhanced' }, expect: 'needs_info' },
    { name: 'of no level', facts: { 'subject.verification.level': 'none' }, expect: 'needs_info' },
    {
      name: 'enhanced, as asked',
      facts: { 'request.level': 'enhanced', 'subject.verification.level': 'enhanced' },
      expect: 'pass',
    },
    { name: 'somebody looks at it', facts: { 'subject.verification.status': 'pending' }, expect: 'needs_info' },
    { name: 'shown to be somebody else', facts: { 'subject.verification.status': 'rejected' }, expect: 'fail' },
    { name: 'nothing shown', facts: { 'subject.verification.status': 'incomplete' }, expect: 'needs_info' },
    { name: 'unknown', facts: { 'subject.verification.status': null }, expect: 'needs_info' },
    { name: 'a company', facts: { 'subject.kind': 'entity' }, expect: 'pass' },
    { name: 'a wallet alone', facts: { 'subject.kind': 'wallet' }, expect: 'not_applicable' },
  ],
})
