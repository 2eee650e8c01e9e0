import { statute } from '../../../citations.ts'
import { fact } from '../../../facts/vocabulary.ts'
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
    review: 'The investor’s credential is suspended; a person has to look.',
    credential: 'The investor’s credential is not live: it has expired or was not issued.',
    control: 'The investor’s control persons are not verified yet.',
  },
  citation: statute(
    'Sealwright product rule; a duty of law of who identifies customers: 31 CFR 1020.220 (banks), 1023.220 (broker-dealers), 1024.220, 1026.220',
    'https://www.ecfr.gov/current/title-31/section-1023.220',
  ),
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: {},
  needs: {
    identity: fact('investor.identity_status', { at_least: 'established' }),
    credential: fact('investor.credential.state'),
    expires: fact('investor.credential.expires_at'),
    kind: fact('investor.kind'),
    control: fact('investor.control_persons_verified'),
  },
  holds: (f, _p, now) => {
    if (f.identity === 'rejected') return broken(undefined, { reason: 'IDENTITY_REJECTED' })
    if (f.credential === 'revoked') return broken()
    if (f.identity !== 'verified') return ask({}, { missing: ['investor.identity_status'] })
    if (f.credential === 'suspended') return review()
    if (f.credential !== 'active' || f.expires === null || now.ms >= f.expires)
      return ask({}, { missing: ['investor.credential'], wording: 'credential' })
    return f.kind === 'entity' && !f.control ? ask({}, { missing: ['investor.control_persons_verified'], wording: 'control' }) : pass
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
    { name: 'rejected', facts: { 'investor.identity_status': 'rejected' }, expect: 'fail', reason: 'IDENTITY_REJECTED' },
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
