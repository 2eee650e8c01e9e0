import { subject } from '../../facts/groups/subject.ts'
import { broken, defineRule, pass, review } from '../../rule.ts'
import { denies } from '../../tables/sanctions-lists.ts'

export default defineRule({
  code: 'SANCTIONS_NAME_STRONG',
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
  order: 1111,
  sentence: 'No listed person agrees with this person in name and, equally or nearly, in another fact.',
  message: {
    fail: 'The name agrees with an entry of {list}, and so does another fact.',
    near: 'The name agrees with an entry of {list}, and another fact comes near without being equal.',
    review: 'The name agrees strongly with an entry of {list}; nothing else decides.',
  },
  citation: { label: 'OFAC FAQ 5 and 116; product thresholds', url: 'https://ofac.treasury.gov/faqs/5' },
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'block',
  perSubject: true,
  byte: 23,
  params: { strong: 9_700 },
  needs: { kind: subject.kind, matches: subject.nameMatches, nexus: subject.nexus },
  applies: (f) => f.kind !== 'absent',
  holds: (f, p) => {
    let held: string | null = null
    for (const m of f.matches) {
      if (m.score < p.strong || m.weak) continue
      const equal = m.agree.length > 0
      if (m.conflict.length === 0 && (equal || m.near?.length)) {
        if (denies(m.list, f.nexus)) return broken({ list: m.list }, equal ? undefined : { wording: 'near' })
        held = m.list
      } else if (m.conflict.length === 0 && m.exception === null) held = m.list
    }
    return held === null ? pass : review({ list: held })
  },
  given: {
    'subject.kind': 'natural',
    'tenant.sanctions_nexus': ['US', 'UN'],
    'subject.screen.names': [
      {
        list: 'us_ofac_sdn',
        type: 'name',
        score: 9_700,
        agree: ['date_of_birth'],
        conflict: [],
        weak: false,
        subject_hash: 's1',
        entry_hash: 'e1',
        exception: 'none',
      },
    ],
  },
  goldens: [
    { name: '0.97 and the birth date agrees', facts: {}, expect: 'fail' },
    {
      name: '0.97 and a birth date that is near',
      facts: { 'subject.screen.names.0.agree': [], 'subject.screen.names.0.near': ['date_of_birth'] },
      expect: 'fail',
    },
    { name: '0.97 and nothing else', facts: { 'subject.screen.names.0.agree': [] }, expect: 'review' },
    { name: '0.9699 and the birth date agrees', facts: { 'subject.screen.names.0.score': 9_699 }, expect: 'pass' },
    { name: 'a fact in conflict', facts: { 'subject.screen.names.0.conflict': ['country'] }, expect: 'pass' },
    { name: 'outside the nexus', facts: { 'subject.screen.names.0.list': 'eu_fsf' }, expect: 'review' },
    { name: 'a sectoral list does not block', facts: { 'subject.screen.names.0.list': 'us_ofac_cons' }, expect: 'review' },
    { name: 'no match', facts: { 'subject.screen.names': [] }, expect: 'pass' },
    { name: 'a weak alias is never strong', facts: { 'subject.screen.names.0.weak': true }, expect: 'pass' },
    {
      name: 'an exception never lifts a strong match',
      facts: {
        'subject.screen.names.0.exception': {
          author: 'u1',
          requester: 'u2',
          reason: 'other person',
          decided_on: '2026-11-01',
          expires_on: '2027-01-01',
          subject_hash: 's1',
          entry_hash: 'e1',
        },
      },
      expect: 'fail',
    },
    { name: 'not screened', facts: { 'subject.screen.names': null }, expect: 'needs_info' },
  ],
})
