import { screeningVerdict } from '../../../calculations/parties.ts'
import { statute } from '../../../citations.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { defineRule } from '../../../rule.ts'

export default defineRule({
  code: 'SANCTIONS_SENDER',
  version: 1,
  market: 'securities',
  checks: ['transfer'],
  order: 50,
  byte: 23,
  upkeep: true,
  sentence: 'The screening of the sender is clear and its lists are fresh.',
  message: {
    fail: 'The sender, or who owns it, is on a sanctions list.',
    review: 'The screening of the sender has to be looked at: {why}.',
  },
  citation: statute('31 CFR chapter V', 'https://www.ecfr.gov/current/title-31/subtitle-B/chapter-V'),
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: { hours: 24 },
  needs: {
    status: fact('from.sanctions.status', { at_least: 'listed' }),
    loaded: fact('from.sanctions.lists_loaded_at', { at_least: 'listed' }),
  },
  holds: (f, p, now) => screeningVerdict(f.status, f.loaded, now.ms, p.hours),
  given: { as_of: '2026-06-02T12:00:00Z', 'from.sanctions.status': 'clear', 'from.sanctions.lists_loaded_at': '2026-06-01T12:00:00Z' },
  goldens: [
    { name: 'clear, 24 hours', facts: {}, expect: 'pass' },
    { name: 'clear, a second more', facts: { as_of: '2026-06-02T12:00:01Z' }, expect: 'review' },
    { name: 'possible match', facts: { 'from.sanctions.status': 'possible_match' }, expect: 'review' },
    { name: 'listed', facts: { 'from.sanctions.status': 'hit' }, expect: 'fail' },
    { name: 'listed by an old list', facts: { as_of: '2026-06-09T12:00:01Z', 'from.sanctions.status': 'hit' }, expect: 'fail' },
    { name: 'not screened', facts: { 'from.sanctions.status': null }, expect: 'needs_info' },
  ],
})
