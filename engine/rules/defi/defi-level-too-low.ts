import { reachesLevel } from '../../calculations/defi-level.ts'
import { DEFI_CASE } from '../../cases/defi.ts'
import { level, levelOf } from '../../facts/groups/defi.ts'
import { fact } from '../../facts/vocabulary.ts'
import { broken, defineRule, pass, passWith } from '../../rule.ts'
import { DEFAULT_DEFI_POLICY } from '../../tables/defi-policy.ts'

export default defineRule({
  code: 'DEFI_LEVEL_TOO_LOW',
  version: 1,
  market: 'defi',
  checks: ['defi.access'],
  order: 1410,
  sentence: 'The wallet has the level that the action needs; leaving needs none.',
  message: 'The action needs {needed}; the wallet has {level}.',
  citation: { label: 'Sealwright product rule, default protocol policy', url: null },
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'ask',
  byte: 20,
  codes: { needs_info: 42 },
  params: {},
  needs: { ...level, least: fact('defi.min_level') },
  holds: (f, _p, now) => {
    const policy = DEFAULT_DEFI_POLICY[f.action]
    if (policy.exit) return pass
    const floor = f.us ? policy.minLevelUs : policy.minLevel
    const needed = f.least !== 'default' && reachesLevel(f.least, floor) ? f.least : floor
    const has = levelOf(f, now)
    if (reachesLevel(has, needed)) return passWith({ level: has })
    const raised = levelOf(
      {
        state: f.state,
        expires: f.expires,
        control: f.control,
        environment: f.environment,
        get over18() {
          return f.over18
        },
        risk: f.risk,
        accreditedUntil: f.accreditedUntil,
        institution: f.institution,
        levels: ['basic', 'enhanced'],
      },
      now,
    )
    const changes = reachesLevel(raised, needed)
      ? [{ say: 'with an enhanced credential', facts: { 'subject.credential.levels': ['basic', 'enhanced'] } }]
      : []
    const notAccredited = needed === 'defi-institutional' && !f.institution && (f.accreditedUntil === null || f.accreditedUntil <= now.ms)
    return broken(
      { level: has, needed, next_action: 'verify_wallet' },
      { missing: ['subject.credential'], changes, ...(notAccredited && { reason: 'NOT_ACCREDITED' }) },
    )
  },
  given: { ...DEFI_CASE, 'defi.min_level': 'default' },
  goldens: [
    { name: 'basic, access', facts: {}, expect: 'pass', details: { level: 'defi-basic' } },
    {
      name: 'none, swap',
      facts: {
        'defi.action': 'swap',
        'subject.credential.state': 'none',
        'subject.credential.levels': [],
        'subject.credential.expires_at': 'none',
      },
      expect: 'needs_info',
      details: { level: 'none', needed: 'defi-basic' },
    },
    { name: 'basic, borrow', facts: { 'defi.action': 'borrow' }, expect: 'needs_info', details: { needed: 'defi-enhanced' } },
    { name: 'enhanced, borrow', facts: { 'defi.action': 'borrow', 'subject.credential.levels': ['basic', 'enhanced'] }, expect: 'pass' },
    {
      name: 'none, withdraw',
      facts: {
        'defi.action': 'withdraw',
        'subject.credential.state': 'none',
        'subject.credential.levels': [],
        'subject.credential.expires_at': 'none',
      },
      expect: 'pass',
    },
    {
      name: 'basic, supply, United States person',
      facts: { 'defi.action': 'supply', 'subject.us_person': true },
      expect: 'needs_info',
      details: { needed: 'defi-enhanced' },
    },
    { name: 'basic, supply, elsewhere', facts: { 'defi.action': 'supply' }, expect: 'pass' },
    { name: 'under 18', facts: { 'subject.over_18': false }, expect: 'needs_info' },
    { name: 'asserted control in production', facts: { environment: 'production' }, expect: 'needs_info' },
    { name: 'expired this second', facts: { 'subject.credential.expires_at': '2026-11-21T17:00:00Z' }, expect: 'needs_info' },
    {
      name: 'enhanced with risk 50 stays basic',
      facts: { 'defi.action': 'borrow', 'subject.credential.levels': ['enhanced'], 'defi.risk': 50 },
      expect: 'needs_info',
    },
    {
      name: 'enhanced with risk 49',
      facts: { 'defi.action': 'borrow', 'subject.credential.levels': ['enhanced'], 'defi.risk': 49 },
      expect: 'pass',
    },
    {
      name: 'a protocol for institutions',
      facts: { 'defi.min_level': 'defi-institutional', 'subject.credential.levels': ['enhanced'] },
      expect: 'needs_info',
      reason: 'NOT_ACCREDITED',
    },
    {
      name: 'an accredited person there',
      facts: {
        'defi.min_level': 'defi-institutional',
        'subject.credential.levels': ['enhanced'],
        'defi.accredited_until': '2027-01-01T00:00:00Z',
      },
      expect: 'pass',
      details: { level: 'defi-institutional' },
    },
    {
      name: 'a policy cannot go below the default',
      facts: { 'defi.min_level': 'none', 'subject.credential.state': 'suspended' },
      expect: 'needs_info',
    },
    { name: 'level unknown', facts: { 'subject.credential.levels': null }, expect: 'needs_info' },
  ],
})
