import { DEFI_CASE } from '../../cases/defi.ts'
import { action, leaving, places } from '../../facts/groups/defi.ts'
import { placeOf } from '../../facts/groups/subject.ts'
import { fact } from '../../facts/vocabulary.ts'
import { broken, defineRule, pass } from '../../rule.ts'

export default defineRule({
  code: 'DEFI_UK_COOLING_OFF',
  version: 1,
  market: 'defi',
  checks: ['defi.access'],
  order: 1425,
  sentence: 'A retail person in the United Kingdom waits 24 hours after the first promotion and passes the appropriateness test.',
  message: 'A retail person in the United Kingdom has to wait 24 hours after the first promotion and pass the appropriateness test.',
  citation: {
    label: 'FCA PS23/6',
    url: 'https://www.fca.org.uk/publications/policy-statements/ps23-6-financial-promotion-rules-cryptoassets',
  },
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'ask',
  byte: 24,
  codes: { needs_info: 45 },
  params: { hours: 24 },
  needs: {
    action,
    places,
    uk: fact('defi.uk'),
  },
  applies: (f) => !leaving(f.action) && placeOf(f.places, 'residence')?.country === 'GB',
  holds: (f, p, now) => {
    if (f.uk.client === 'professional') return pass
    const waited = f.uk.first_promotion_at !== null && now.ms - f.uk.first_promotion_at >= p.hours * 3_600_000
    return waited && f.uk.test_passed ? pass : broken({}, { missing: ['defi.uk'] })
  },
  given: {
    ...DEFI_CASE,
    'subject.places.0.country': 'GB',
    'defi.uk': { client: 'retail', first_promotion_at: '2026-11-20T17:00:00Z', test_passed: true },
  },
  goldens: [
    { name: '24:00 and the test', facts: {}, expect: 'pass' },
    { name: '23:59', facts: { 'defi.uk.first_promotion_at': '2026-11-20T17:01:00Z' }, expect: 'needs_info' },
    { name: 'test not passed', facts: { 'defi.uk.test_passed': false }, expect: 'needs_info' },
    { name: 'no promotion yet', facts: { 'defi.uk.first_promotion_at': 'none' }, expect: 'needs_info' },
    { name: 'professional client', facts: { 'defi.uk.client': 'professional', 'defi.uk.test_passed': false }, expect: 'pass' },
    { name: 'Germany', facts: { 'subject.places.0.country': 'DE' }, expect: 'not_applicable' },
    { name: 'unknown', facts: { 'defi.uk': null }, expect: 'needs_info' },
  ],
})
