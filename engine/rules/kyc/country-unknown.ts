import { subject } from '../../facts/groups/subject.ts'
import { broken, defineRule, pass } from '../../rule.ts'
import { COUNTRY_CODES, COUNTRY_SUGGESTIONS } from '../../tables/country-codes.ts'

const IDENTIFIED: ReadonlySet<string> = new Set(['wallet.verify', 'investor.verify', 'investment.accept', 'transfer', 'token.issue'])

export default defineRule({
  code: 'COUNTRY_UNKNOWN',
  version: 1,
  market: 'kyc',
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
    'investment.accept',
    'transfer',
    'token.issue',
  ],
  order: 1150,
  sentence: 'Every stated country is a code of ISO 3166-1 in force.',
  message: 'The country code {code} is not known{hint}.',
  citation: { label: 'ISO 3166-1', url: 'https://www.iso.org/iso-3166-country-codes.html' },
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'ask',
  perSubject: true,
  byte: 24,
  codes: { needs_info: 45 },
  params: {},
  needs: { kind: subject.kind, places: subject.places },
  applies: (f) => f.kind !== 'absent',
  holds: (f, _p, now) => {
    for (const place of f.places) {
      if (COUNTRY_CODES.has(place.country)) continue
      const suggestion = COUNTRY_SUGGESTIONS[place.country]
      return broken(
        { code: place.country, suggestion: suggestion ?? null, hint: suggestion ? `; ${suggestion} may be meant` : '' },
        { missing: ['subject.places'] },
      )
    }
    // Whoever is identified, or acquires or holds securities, has a residence or seat; a bare screening may not know it.
    if (!IDENTIFIED.has(now.check) || f.kind === 'wallet' || f.places.some((x) => x.source === 'residence')) return pass
    return broken({ code: 'absent', suggestion: null, hint: '' }, { missing: ['subject.places'] })
  },
  given: {
    check: 'wallet.verify',
    'subject.kind': 'natural',
    'subject.places': [{ source: 'residence', country: 'DE', region: 'none', proven: true }],
  },
  goldens: [
    { name: 'Germany', facts: {}, expect: 'pass' },
    { name: 'XX', facts: { 'subject.places.0.country': 'XX' }, expect: 'needs_info' },
    { name: 'UK, GB is meant', facts: { 'subject.places.0.country': 'UK' }, expect: 'needs_info', details: { suggestion: 'GB' } },
    { name: 'absent', facts: { 'subject.places': [] }, expect: 'needs_info' },
    { name: 'absent of a recipient', facts: { check: 'transfer', 'subject.places': [] }, expect: 'needs_info' },
    { name: 'absent in a bare screening', facts: { check: 'sanctions.check', 'subject.places': [] }, expect: 'pass' },
    { name: 'only an IP sign', facts: { 'subject.places.0.source': 'ip' }, expect: 'needs_info' },
    { name: 'not given', facts: { 'subject.places': null }, expect: 'needs_info' },
  ],
})
