import { blockedShare } from '../../calculations/ownership.ts'
import { subject } from '../../facts/groups/subject.ts'
import { fact } from '../../facts/vocabulary.ts'
import { ask, broken, defineRule, notApplicable, pass, review } from '../../rule.ts'

export default defineRule({
  code: 'SANCTIONS_OWNERSHIP_50',
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
  order: 1114,
  sentence: 'Blocked persons do not together own half or more of the customer.',
  message: 'Blocked persons, or persons in embargoed places, own {blocked_bps} of the customer.',
  citation: { label: 'OFAC revised guidance of 2014-08-13; FAQ 401', url: 'https://ofac.treasury.gov/faqs/401' },
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'block',
  perSubject: true,
  byte: 23,
  codes: { needs_info: 45 },
  params: { share_bps: 5_000 },
  needs: {
    kind: subject.kind,
    person: fact('subject.person_id'),
    holdings: fact('subject.holdings'),
    blocked: fact('subject.blocked_owners'),
    nexus: subject.nexus,
  },
  applies: (f) => f.kind === 'entity',
  holds: (f, p, now) => {
    if (f.holdings === null)
      return now.check === 'sanctions.check' ? notApplicable : ask({ blocked_bps: 0 }, { missing: ['subject.holdings'] })
    const { bps, blocked } = blockedShare(f.holdings, new Set(f.blocked), f.person, p.share_bps)
    if (!blocked) return pass
    return f.nexus.includes('US') ? broken({ blocked_bps: bps }) : review({ blocked_bps: bps })
  },
  given: {
    check: 'wallet.verify',
    'subject.kind': 'entity',
    'subject.person_id': 'C',
    'subject.holdings': [
      { owner: 'X', of: 'C', bps: 2_500 },
      { owner: 'Y', of: 'C', bps: 2_500 },
    ],
    'subject.blocked_owners': ['X', 'Y'],
    'tenant.sanctions_nexus': ['US', 'UN'],
  },
  goldens: [
    { name: '25 and 25', facts: {}, expect: 'fail', details: { blocked_bps: 5_000 } },
    { name: '49.99', facts: { 'subject.holdings': [{ owner: 'X', of: 'C', bps: 4_999 }] }, expect: 'pass' },
    {
      name: 'half of each of two quarter owners',
      facts: {
        'subject.holdings': [
          { owner: 'X', of: 'A', bps: 5_000 },
          { owner: 'X', of: 'B', bps: 5_000 },
          { owner: 'A', of: 'C', bps: 2_500 },
          { owner: 'B', of: 'C', bps: 2_500 },
        ],
      },
      expect: 'fail',
    },
    {
      name: 'half of one quarter owner, a tenth of the other',
      facts: {
        'subject.holdings': [
          { owner: 'X', of: 'A', bps: 5_000 },
          { owner: 'X', of: 'B', bps: 1_000 },
          { owner: 'A', of: 'C', bps: 2_500 },
          { owner: 'B', of: 'C', bps: 2_500 },
        ],
      },
      expect: 'pass',
    },
    { name: 'no link to the United States', facts: { 'tenant.sanctions_nexus': ['EU', 'UN'] }, expect: 'review' },
    { name: 'a natural person', facts: { 'subject.kind': 'natural' }, expect: 'not_applicable' },
    { name: 'owners not collected', facts: { 'subject.holdings': 'none' }, expect: 'needs_info' },
    {
      name: 'owners not collected in a bare screening',
      facts: { check: 'sanctions.check', 'subject.holdings': 'none' },
      expect: 'not_applicable',
    },
    { name: 'owners unknown', facts: { 'subject.holdings': null }, expect: 'needs_info' },
  ],
})
