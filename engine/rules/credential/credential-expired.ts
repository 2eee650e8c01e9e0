import { isLive } from '../../calculations/credential.ts'
import { credentialOf } from '../../facts/groups/credential.ts'
import { action, leaving } from '../../facts/groups/defi.ts'
import { subject } from '../../facts/groups/subject.ts'
import { broken, defineRule, deny, pass, review } from '../../rule.ts'

export default defineRule({
  code: 'CREDENTIAL_EXPIRED',
  version: 1,
  market: 'credential',
  checks: ['payment', 'defi.access', 'credential.use'],
  order: 1165,
  sentence: 'The credential that is relied on is live at this moment.',
  message: {
    needs_info: 'The credential is {state}; a new check is needed.',
    review: 'The credential is suspended.',
    fail: 'The credential was revoked.',
  },
  citation: { label: 'Sealwright product rule', url: null },
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'ask',
  perSubject: true,
  byte: 22,
  params: {},
  needs: { kind: subject.kind, action, ...credentialOf('subject') },
  applies: (f, _p, now) => f.kind !== 'absent' && (now.check !== 'defi.access' || !leaving(f.action)),
  holds: (f, _p, now) => {
    // Whether a credential is needed at all is the level rule's to say.
    if (f.state === 'none') return pass
    if (f.state === 'revoked') return deny({ state: f.state })
    if (f.state === 'suspended') return review({ state: f.state })
    if (f.state === 'active')
      return f.expires !== null && isLive(now.ms, f.expires) ? pass : broken({ state: 'expired' }, { missing: ['subject.credential'] })
    return broken({ state: f.state }, { missing: ['subject.credential'] })
  },
  given: {
    check: 'credential.use',
    'subject.kind': 'natural',
    'subject.credential.levels': ['basic'],
    'subject.credential.state': 'active',
    'subject.credential.expires_at': '2027-11-21T10:00:00Z',
  },
  goldens: [
    { name: 'the last second', facts: { as_of: '2027-11-21T09:59:59Z' }, expect: 'pass' },
    { name: 'the instant of expiry', facts: { as_of: '2027-11-21T10:00:00Z' }, expect: 'needs_info', details: { state: 'expired' } },
    { name: 'suspended', facts: { 'subject.credential.state': 'suspended' }, expect: 'review' },
    { name: 'revoked', facts: { 'subject.credential.state': 'revoked' }, expect: 'fail' },
    { name: 'superseded', facts: { 'subject.credential.state': 'superseded' }, expect: 'needs_info' },
    { name: 'no credential', facts: { 'subject.credential.state': 'none', 'subject.credential.expires_at': 'none' }, expect: 'pass' },
    {
      name: 'leaving a protocol',
      facts: { check: 'defi.access', 'defi.action': 'withdraw', 'subject.credential.state': 'expired' },
      expect: 'not_applicable',
    },
    {
      name: 'entering a protocol',
      facts: { check: 'defi.access', 'defi.action': 'supply', 'subject.credential.state': 'expired' },
      expect: 'needs_info',
    },
    { name: 'unknown', facts: { 'subject.credential.state': null }, expect: 'needs_info' },
  ],
})
