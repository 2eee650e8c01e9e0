import { exceptionFault } from '../../calculations/exception.ts'
import { subject } from '../../facts/groups/subject.ts'
import { broken, defineRule, info, pass } from '../../rule.ts'

export default defineRule({
  code: 'SANCTIONS_NAME_POSSIBLE',
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
  order: 1112,
  sentence: 'A possible name match is looked at by a person.',
  message: {
    review: 'The name resembles an entry of {list}.',
    info: 'Only a weak alias of {list} resembles the name, and no other fact agrees.',
  },
  citation: { label: 'OFAC guidance on weak aliases; product thresholds', url: 'https://ofac.treasury.gov/faqs/122' },
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'hold',
  visibility: 'tenant',
  perSubject: true,
  byte: 23,
  params: { possible: 8_500, strong: 9_700 },
  needs: { kind: subject.kind, matches: subject.nameMatches },
  applies: (f) => f.kind !== 'absent',
  holds: (f, p, now) => {
    let weak: string | null = null
    for (const m of f.matches) {
      if (m.score < p.possible) continue
      const speaks = m.agree.length > 0 || (m.near?.length ?? 0) > 0
      const strong = m.score >= p.strong && m.conflict.length === 0 && speaks && !m.weak
      if (strong || (m.exception !== null && exceptionFault(m.exception, m, now.day) === null)) continue
      // What comes near was not said: it may be a fact that speaks.
      if (!m.weak || speaks || m.near === null) return broken({ list: m.list })
      weak = m.list
    }
    return weak === null ? pass : info({ list: weak })
  },
  given: {
    'subject.kind': 'natural',
    'subject.screen.names': [
      {
        list: 'us_ofac_sdn',
        type: 'name',
        score: 8_500,
        agree: [],
        near: [],
        conflict: [],
        weak: false,
        subject_hash: 's1',
        entry_hash: 'e1',
        exception: 'none',
      },
    ],
  },
  goldens: [
    { name: '0.85', facts: {}, expect: 'review' },
    { name: '0.8499', facts: { 'subject.screen.names.0.score': 8_499 }, expect: 'pass' },
    {
      name: 'weak alias 0.99 and no fact',
      facts: { 'subject.screen.names.0.score': 9_900, 'subject.screen.names.0.weak': true },
      expect: 'info',
    },
    {
      name: 'weak alias and an agreeing fact',
      facts: { 'subject.screen.names.0.weak': true, 'subject.screen.names.0.agree': ['country'] },
      expect: 'review',
    },
    {
      name: 'weak alias and a fact that is near',
      facts: { 'subject.screen.names.0.weak': true, 'subject.screen.names.0.near': ['date_of_birth'] },
      expect: 'review',
    },
    {
      name: "a strong match is another rule's",
      facts: { 'subject.screen.names.0.score': 9_700, 'subject.screen.names.0.agree': ['country'] },
      expect: 'pass',
    },
    {
      name: 'just below strong',
      facts: { 'subject.screen.names.0.score': 9_699, 'subject.screen.names.0.agree': ['country'] },
      expect: 'review',
    },
    {
      name: 'a valid exception',
      facts: {
        'subject.screen.names.0.exception': {
          author: 'u1',
          requester: 'u2',
          reason: 'other person',
          decided_on: '2026-11-01',
          expires_on: '2027-11-01',
          subject_hash: 's1',
          entry_hash: 'e1',
        },
      },
      expect: 'pass',
    },
    {
      name: 'an exception that ran out',
      facts: {
        'subject.screen.names.0.exception': {
          author: 'u1',
          requester: 'u2',
          reason: 'other person',
          decided_on: '2025-11-01',
          expires_on: '2026-11-01',
          subject_hash: 's1',
          entry_hash: 'e1',
        },
      },
      expect: 'review',
    },
  ],
})
