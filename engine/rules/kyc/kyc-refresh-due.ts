import { addMonths, isoDay } from '../../dates.ts'
import { fact } from '../../facts/vocabulary.ts'
import { ask, broken, defineRule, pass } from '../../rule.ts'

export default defineRule({
  code: 'KYC_REFRESH_DUE',
  version: 1,
  market: 'kyc',
  checks: ['credential.use'],
  order: 1640,
  sentence: 'The identity file is refreshed by risk: low 36, medium 24, high and exposed persons 12 months.',
  message: { warn: 'The identity file was due on {due}.', needs_info: 'The identity file was due on {due} and the grace period is over.' },
  citation: { label: 'Risk-based refresh, 31 CFR 1020.210(a)(2)(v)', url: 'https://www.ecfr.gov/current/title-31/section-1020.210' },
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'warn',
  perSubject: true,
  byte: 22,
  codes: { needs_info: 45, review: 250, fail: 47 },
  params: { low: 36, medium: 24, high: 12, pep: 12, grace_days: 30 },
  needs: { band: fact('subject.risk_band'), on: fact('subject.identity_checked_on') },
  holds: (f, p, now) => {
    const due = addMonths(f.on, p[f.band])
    if (now.day <= due) return pass
    return now.day - due <= p.grace_days
      ? broken({ due: isoDay(due) })
      : ask({ due: isoDay(due) }, { missing: ['subject.identity_checked_on'] })
  },
  given: { 'subject.risk_band': 'high', 'subject.identity_checked_on': '2025-11-21' },
  goldens: [
    { name: 'the due day', facts: {}, expect: 'pass' },
    { name: 'the day after', facts: { as_of: '2026-11-22T17:00:00Z' }, expect: 'warn', details: { due: '2026-11-21' } },
    { name: 'the last day of grace', facts: { as_of: '2026-12-21T17:00:00Z' }, expect: 'warn' },
    { name: 'the day after the grace', facts: { as_of: '2026-12-22T17:00:00Z' }, expect: 'needs_info' },
    { name: 'medium, the due day', facts: { 'subject.risk_band': 'medium', 'subject.identity_checked_on': '2024-11-21' }, expect: 'pass' },
    { name: 'medium, a day late', facts: { 'subject.risk_band': 'medium', 'subject.identity_checked_on': '2024-11-20' }, expect: 'warn' },
    { name: 'low, the due day', facts: { 'subject.risk_band': 'low', 'subject.identity_checked_on': '2023-11-21' }, expect: 'pass' },
    { name: 'low, a day late', facts: { 'subject.risk_band': 'low', 'subject.identity_checked_on': '2023-11-20' }, expect: 'warn' },
    { name: 'exposed person, the due day', facts: { 'subject.risk_band': 'pep' }, expect: 'pass' },
    {
      name: 'exposed person, a day late',
      facts: { 'subject.risk_band': 'pep', 'subject.identity_checked_on': '2025-11-20' },
      expect: 'warn',
    },
    { name: 'never checked', facts: { 'subject.identity_checked_on': null }, expect: 'needs_info' },
  ],
})
