import { subject } from '../../facts/groups/subject.ts'
import { fact } from '../../facts/vocabulary.ts'
import { k } from '../../facts.ts'
import { broken, defineRule, pass, review } from '../../rule.ts'

export default defineRule({
  code: 'RESCREEN_DUE',
  version: 1,
  market: 'kyc',
  checks: ['wallet.verify', 'investor.verify', 'nft.creator', 'nft.sale', 'defi.access', 'gaming.age', 'payment', 'credential.use'],
  order: 1101,
  sentence: 'A decision rests on a screening of the last 24 hours made on the list versions now loaded.',
  message: {
    needs_info: 'The party has to be screened again.',
    review: 'The party has to be screened again and screening cannot run now.',
  },
  citation: { label: 'Sealwright product rule', url: null },
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'ask',
  perSubject: true,
  upkeep: true,
  byte: 40,
  codes: { needs_info: 41, review: 41 },
  params: { max_hours: 24 },
  needs: {
    kind: subject.kind,
    checked: fact('subject.screen.checked_at'),
    screened: fact('subject.screen.lists'),
    lists: fact('lists', k.list(k.record({ source: k.text, version: k.text }))),
    available: fact('screening.available'),
  },
  applies: (f) => f.kind !== 'absent',
  holds: (f, p, now) => {
    const fresh = f.checked <= now.ms && now.ms - f.checked <= p.max_hours * 3_600_000
    const same = fresh && f.lists.every((l) => f.screened.some((u) => u.source === l.source && u.version === l.version))
    if (same) return pass
    return f.available ? broken({}, { missing: ['subject.screen'] }) : review()
  },
  given: {
    'subject.kind': 'natural',
    'subject.screen.checked_at': '2026-11-20T17:01:00Z',
    'subject.screen.lists': [{ source: 'us_ofac_sdn', version: '7' }],
    lists: [{ source: 'us_ofac_sdn', version: '7' }],
    'screening.available': true,
  },
  goldens: [
    { name: 'the same version 23:59 ago', facts: {}, expect: 'pass' },
    { name: '24:00:01 ago', facts: { 'subject.screen.checked_at': '2026-11-20T16:59:59Z' }, expect: 'needs_info' },
    { name: '24:00:00 ago', facts: { 'subject.screen.checked_at': '2026-11-20T17:00:00Z' }, expect: 'pass' },
    { name: 'a new version came', facts: { lists: [{ source: 'us_ofac_sdn', version: '8' }] }, expect: 'needs_info' },
    {
      name: 'a new version and screening is offline',
      facts: { lists: [{ source: 'us_ofac_sdn', version: '8' }], 'screening.available': false },
      expect: 'review',
    },
    { name: 'never screened', facts: { 'subject.screen.checked_at': null }, expect: 'needs_info' },
  ],
})
