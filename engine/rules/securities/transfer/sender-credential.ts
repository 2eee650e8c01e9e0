import { credentialVerdict } from '../../../calculations/parties.ts'
import { product } from '../../../citations.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { defineRule } from '../../../rule.ts'

export default defineRule({
  code: 'SENDER_CREDENTIAL',
  version: 1,
  market: 'securities',
  checks: ['transfer'],
  order: 60,
  byte: 20,
  sentence: 'The sender’s wallet carries a live credential.',
  message: {
    fail: 'The sender’s credential is {state}.',
    review: 'The sender’s credential is suspended.',
    needs_info: 'The sender has no live credential.',
  },
  citation: product(),
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: {},
  needs: {
    credential: fact('from.credential'),
  },
  holds: (f, _p, now) => credentialVerdict(f.credential, now.ms, 'from.credential'),
  given: { as_of: '2026-06-01T17:00:00Z', 'from.credential': { state: 'active', expires_at: '2026-06-01T17:00:01Z' } },
  goldens: [
    { name: 'live', facts: {}, expect: 'pass' },
    { name: 'expired this instant', facts: { as_of: '2026-06-01T17:00:01Z' }, expect: 'needs_info' },
    { name: 'suspended', facts: { 'from.credential.state': 'suspended' }, expect: 'review' },
    { name: 'revoked', facts: { 'from.credential.state': 'revoked' }, expect: 'fail' },
    { name: 'superseded', facts: { 'from.credential.state': 'superseded' }, expect: 'needs_info' },
    { name: 'marked expired', facts: { 'from.credential.state': 'expired' }, expect: 'needs_info' },
    { name: 'none', facts: { 'from.credential': 'none' }, expect: 'needs_info' },
  ],
})
