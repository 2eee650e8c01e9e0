import { credentialVerdict } from '../../../calculations/parties.ts'
import { product } from '../../../citations.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { defineRule } from '../../../rule.ts'

export default defineRule({
  code: 'RECIPIENT_CREDENTIAL',
  version: 1,
  market: 'securities',
  checks: ['transfer'],
  order: 61,
  byte: 21,
  sentence: 'The recipient’s wallet carries a live credential.',
  message: {
    fail: 'The recipient’s credential is {state}.',
    review: 'The recipient’s credential is suspended.',
    needs_info: 'The recipient has no live credential.',
  },
  citation: product(),
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: {},
  needs: {
    credential: fact('to.credential'),
  },
  holds: (f, _p, now) => credentialVerdict(f.credential, now.ms, 'to.credential'),
  given: { as_of: '2026-06-01T17:00:00Z', 'to.credential': { state: 'active', expires_at: '2026-06-01T17:00:01Z' } },
  goldens: [
    { name: 'live', facts: {}, expect: 'pass' },
    { name: 'expired this instant', facts: { as_of: '2026-06-01T17:00:01Z' }, expect: 'needs_info' },
    { name: 'suspended', facts: { 'to.credential.state': 'suspended' }, expect: 'review' },
    { name: 'revoked', facts: { 'to.credential.state': 'revoked' }, expect: 'fail' },
    { name: 'none', facts: { 'to.credential': 'none' }, expect: 'needs_info' },
  ],
})
