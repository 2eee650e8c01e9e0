import { act } from '../../../citations.ts'
import { dealFacts } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { broken, defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'VENUE_APPROVED',
  version: 1,
  market: 'securities',
  checks: ['transfer'],
  order: 200,
  byte: 34,
  sentence: 'A trade takes place at an approved venue whose registration is live; orders are never matched here.',
  message: 'The venue is not approved or its registration is not live.',
  citation: act('exchange', '§5; Regulation ATS'),
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: {},
  needs: {
    transferKind: dealFacts.transferKind,
    venue: fact('transfer.venue'),
    partners: fact('offering.venue_ids'),
  },
  applies: (f) => f.transferKind === 'trade',
  holds: (f) => (f.venue?.live && f.partners.includes(f.venue.id) ? pass : broken()),
  given: {
    'transfer.kind': 'trade',
    'transfer.venue': { id: 'ven_1', registration: 'ATS 123', live: true },
    'offering.venue_ids': ['ven_1'],
  },
  goldens: [
    { name: 'approved', facts: {}, expect: 'pass' },
    { name: 'not a partner', facts: { 'offering.venue_ids': [] }, expect: 'fail' },
    { name: 'registration lapsed', facts: { 'transfer.venue.live': false }, expect: 'fail' },
    { name: 'no venue', facts: { 'transfer.venue': 'none' }, expect: 'fail' },
    { name: 'an ordinary transfer', facts: { 'transfer.kind': 'transfer', 'transfer.venue': 'none' }, expect: 'not_applicable' },
  ],
})
