import { fact } from '../../facts/vocabulary.ts'
import { broken, defineRule, pass } from '../../rule.ts'

export default defineRule({
  code: 'REUSE_TOO_OLD',
  version: 1,
  market: 'credential',
  checks: ['credential.use'],
  order: 1612,
  sentence: 'The check behind a reused credential is not older than the tenant allows.',
  message: 'The check is {days} days old; {max} are allowed.',
  citation: { label: 'Sealwright product rule', url: null },
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'ask',
  byte: 22,
  codes: { needs_info: 45, review: 250, fail: 47 },
  params: { basic_days: 365, enhanced_days: 730 },
  needs: { issued: fact('subject.credential.issued_at'), levels: fact('subject.credential.levels') },
  holds: (f, p, now) => {
    const max = f.levels.includes('enhanced') ? p.enhanced_days : p.basic_days
    const days = Math.floor((now.ms - f.issued) / 86_400_000)
    return days <= max && f.issued <= now.ms ? pass : broken({ days, max }, { missing: ['subject.credential'] })
  },
  given: { 'subject.credential.levels': ['basic', 'enhanced'], 'subject.credential.issued_at': '2024-11-21T17:00:00Z' },
  goldens: [
    { name: 'enhanced, 730 days', facts: {}, expect: 'pass' },
    {
      name: 'enhanced, 731 days',
      facts: { 'subject.credential.issued_at': '2024-11-20T17:00:00Z' },
      expect: 'needs_info',
      details: { days: 731 },
    },
    {
      name: 'basic, 365 days',
      facts: { 'subject.credential.levels': ['basic'], 'subject.credential.issued_at': '2025-11-21T17:00:00Z' },
      expect: 'pass',
    },
    {
      name: 'basic, 366 days',
      facts: { 'subject.credential.levels': ['basic'], 'subject.credential.issued_at': '2025-11-20T17:00:00Z' },
      expect: 'needs_info',
    },
    { name: 'issued in the future', facts: { 'subject.credential.issued_at': '2026-11-22T17:00:00Z' }, expect: 'needs_info' },
    { name: 'unknown', facts: { 'subject.credential.issued_at': null }, expect: 'needs_info' },
  ],
})
