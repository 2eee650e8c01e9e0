import { HOUR } from '../../calculations/windows.ts'
import { fact } from '../../facts/vocabulary.ts'
import { broken, defineRule, pass } from '../../rule.ts'

export default defineRule({
  code: 'CONSENT_MISSING',
  version: 1,
  market: 'credential',
  checks: ['credential.use'],
  order: 1610,
  sentence: "A tenant relies on another tenant's check only with the person's signed and live consent to these levels.",
  message: "The person's consent to share {levels} is needed.",
  citation: { label: 'Regulation (EU) 2016/679 art 6(1)(a), 7', url: 'https://eur-lex.europa.eu/eli/reg/2016/679/oj' },
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'ask',
  byte: 22,
  codes: { needs_info: 45, review: 250, fail: 47 },
  params: { max_days: 365 },
  needs: {
    own: fact('subject.credential.issued_by_tenant'),
    asked: fact('request.levels'),
    consent: fact('subject.consent'),
  },
  applies: (f) => !f.own,
  holds: (f, p, now) => {
    const c = f.consent
    const live =
      c !== null &&
      c.given_at <= now.ms &&
      now.ms < c.expires_at &&
      c.expires_at - c.given_at <= p.max_days * 24 * HOUR &&
      (c.withdrawn_at === null || c.withdrawn_at > now.ms)
    const levels = live ? f.asked.filter((l) => !c.levels.includes(l)) : f.asked
    return levels.length === 0 && live ? pass : broken({ levels }, { missing: ['subject.consent'] })
  },
  given: {
    'subject.credential.issued_by_tenant': false,
    'request.levels': ['basic'],
    'subject.consent': { levels: ['basic'], given_at: '2026-11-01T00:00:00Z', expires_at: '2027-11-01T00:00:00Z', withdrawn_at: 'none' },
  },
  goldens: [
    { name: 'live', facts: {}, expect: 'pass' },
    { name: 'consent to basic, enhanced asked', facts: { 'request.levels': ['enhanced'] }, expect: 'needs_info' },
    { name: 'withdrawn a second ago', facts: { 'subject.consent.withdrawn_at': '2026-11-21T16:59:59Z' }, expect: 'needs_info' },
    { name: 'withdrawn from tomorrow', facts: { 'subject.consent.withdrawn_at': '2026-11-22T16:59:59Z' }, expect: 'pass' },
    {
      name: 'over this second',
      facts: { 'subject.consent.given_at': '2025-12-01T00:00:00Z', 'subject.consent.expires_at': '2026-11-21T17:00:00Z' },
      expect: 'needs_info',
    },
    { name: 'given for 366 days', facts: { 'subject.consent.expires_at': '2027-11-02T00:00:00Z' }, expect: 'needs_info' },
    { name: 'never given', facts: { 'subject.consent': 'none' }, expect: 'needs_info' },
    {
      name: "the tenant's own check",
      facts: { 'subject.credential.issued_by_tenant': true, 'subject.consent': 'none' },
      expect: 'not_applicable',
    },
    { name: 'unknown', facts: { 'subject.consent': null }, expect: 'needs_info' },
  ],
})
