import { statute } from '../../../citations.ts'
import { fact } from '../../../facts.ts'
import { ask, broken, defineRule, pass, review } from '../../../rule.ts'

export default defineRule({
  code: 'INVESTOR_IDENTITY',
  version: 1,
  market: 'securities',
  checks: ['investment.accept', 'token.issue'],
  order: 310,
  sentence: 'The investor’s identity is verified and the credential is live; of an entity, the control persons too.',
  message: {
    fail: 'The investor’s identity or credential was rejected or revoked.',
    needs_info: 'The investor’s identity is not verified yet.',
  },
  citation: statute('Product rule; 31 CFR 1023.220', 'https://www.ecfr.gov/current/title-31/section-1023.220'),
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: {},
  needs: {
    identity: fact.oneOf('investor.identity_status', ['incomplete', 'pending', 'verified', 'rejected']),
    credential: fact.oneOf('investor.credential.state', ['active', 'suspended', 'expired', 'revoked', 'superseded', 'none']),
    expires: fact.orNone(fact.instant('investor.credential.expires_at')),
    kind: fact.oneOf('investor.kind', ['natural', 'entity']),
    control: fact.bool('investor.control_persons_verified'),
  },
  holds: (f, _p, now) => {
    if (f.identity === 'rejected' || f.credential === 'revoked') return broken()
    if (f.identity !== 'verified') return ask({}, { missing: ['investor.identity_status'] })
    if (f.credential === 'suspended') return review()
    if (f.credential !== 'active' || f.expires === null || now.ms >= f.expires) return ask({}, { missing: ['investor.credential'] })
    return f.kind === 'entity' && !f.control ? ask({}, { missing: ['investor.control_persons_verified'] }) : pass
  },
  given: {
    'investor.identity_status': 'verified',
    'investor.credential.state': 'active',
    'investor.credential.expires_at': '2026-11-22T17:00:00Z',
    'investor.kind': 'natural',
    'investor.control_persons_verified': false,
  },
  goldens: [
    { name: 'verified, expires tomorrow', facts: {}, expect: 'pass' },
    { name: 'incomplete', facts: { 'investor.identity_status': 'incomplete' }, expect: 'needs_info' },
    { name: 'pending', facts: { 'investor.identity_status': 'pending' }, expect: 'needs_info' },
    { name: 'rejected', facts: { 'investor.identity_status': 'rejected' }, expect: 'fail' },
    { name: 'revoked', facts: { 'investor.credential.state': 'revoked' }, expect: 'fail' },
    { name: 'suspended', facts: { 'investor.credential.state': 'suspended' }, expect: 'review' },
    { name: 'expired', facts: { 'investor.credential.expires_at': '2026-11-21T17:00:00Z' }, expect: 'needs_info' },
    { name: 'entity, control persons open', facts: { 'investor.kind': 'entity' }, expect: 'needs_info' },
    {
      name: 'entity, control persons verified',
      facts: { 'investor.kind': 'entity', 'investor.control_persons_verified': true },
      expect: 'pass',
    },
  ],
})
