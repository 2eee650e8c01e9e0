import { exceptionFault } from '../../calculations/exception.ts'
import { subject } from '../../facts/groups/subject.ts'
import { broken, defineRule, pass } from '../../rule.ts'

export default defineRule({
  code: 'SANCTIONS_EXCEPTION',
  version: 1,
  market: 'sanctions',
  checks: [
    'wallet.verify',
    'investor.verify',
    'sanctions.check',
    'nft.creator',
    'nft.sale',
    'defi.access',
    'gaming.age',
    'payment',
    'credential.use',
  ],
  order: 1113,
  sentence: 'A false-positive decision holds for at most 365 days, by two people, while neither side changes.',
  message: 'The false-positive decision no longer holds ({fault}).',
  citation: { label: 'Sealwright product rule', url: null },
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'hold',
  codes: { review: 23 },
  visibility: 'tenant',
  perSubject: true,
  params: { max_days: 365 },
  needs: { kind: subject.kind, matches: subject.nameMatches },
  applies: (f) => f.kind !== 'absent',
  holds: (f, p, now) => {
    for (const m of f.matches) {
      if (m.exception === null) continue
      const fault = exceptionFault(m.exception, m, now.day, p.max_days)
      if (fault !== null) return broken({ fault })
    }
    return pass
  },
  given: {
    'subject.kind': 'natural',
    'subject.screen.names': [
      {
        list: 'us_ofac_sdn',
        type: 'name',
        score: 8_600,
        agree: [],
        conflict: [],
        weak: false,
        subject_hash: 's1',
        entry_hash: 'e1',
        exception: {
          author: 'u1',
          requester: 'u2',
          reason: 'other person',
          decided_on: '2025-11-21',
          expires_on: '2026-11-21',
          subject_hash: 's1',
          entry_hash: 'e1',
        },
      },
    ],
  },
  goldens: [
    { name: 'day 365', facts: {}, expect: 'pass' },
    { name: 'day 366', facts: { as_of: '2026-11-22T17:00:00Z' }, expect: 'review', details: { fault: 'expired' } },
    {
      name: 'granted for 366 days',
      facts: { 'subject.screen.names.0.exception.expires_on': '2026-11-22' },
      expect: 'review',
      details: { fault: 'too_long' },
    },
    {
      name: 'the list entry changed',
      facts: { 'subject.screen.names.0.entry_hash': 'e2' },
      expect: 'review',
      details: { fault: 'entry_changed' },
    },
    {
      name: "the person's data changed",
      facts: { 'subject.screen.names.0.subject_hash': 's2' },
      expect: 'review',
      details: { fault: 'subject_changed' },
    },
    {
      name: 'one person asked and decided',
      facts: { 'subject.screen.names.0.exception.requester': 'u1' },
      expect: 'review',
      details: { fault: 'same_person' },
    },
    { name: 'not yet decided', facts: { as_of: '2025-11-20T17:00:00Z' }, expect: 'review' },
    { name: 'no exception', facts: { 'subject.screen.names.0.exception': 'none' }, expect: 'pass' },
  ],
})
