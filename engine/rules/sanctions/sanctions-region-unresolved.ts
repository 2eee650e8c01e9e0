import { subject } from '../../facts/groups/subject.ts'
import { fact } from '../../facts/vocabulary.ts'
import { broken, defineRule, deny, pass, review } from '../../rule.ts'
import { UA_REGIONS } from '../../tables/ua-regions.ts'

export default defineRule({
  code: 'SANCTIONS_REGION_UNRESOLVED',
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
    'investment.accept',
    'transfer',
    'token.issue',
  ],
  order: 1141,
  sentence: 'For Ukraine the region is known, and in partly occupied regions the area too.',
  message: {
    needs_info: 'The region (ISO 3166-2) of the address in Ukraine is needed.',
    review: 'The address is in the government-held part of {region}.',
    fail: 'The address is in the occupied part of {region}.',
  },
  citation: { label: 'EO 13685; EO 14065', url: 'https://www.federalregister.gov/documents/2022/02/23/2022-04020/' },
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'ask',
  perSubject: true,
  byte: 24,
  codes: { needs_info: 45 },
  params: { partly: ['UA-14', 'UA-09'] },
  needs: {
    kind: subject.kind,
    places: subject.places,
    area: fact('subject.ukraine_area'),
  },
  applies: (f) => f.kind !== 'absent',
  holds: (f, p) => {
    for (const place of f.places) {
      if (place.country !== 'UA' || (place.source !== 'residence' && place.source !== 'address')) continue
      // A word that is no region of Ukraine leaves it open where they are.
      if (place.region === null || !UA_REGIONS.includes(place.region)) return broken({}, { missing: ['subject.places'] })
      if (!p.partly.includes(place.region)) continue
      if (f.area === 'occupied') return deny({ region: place.region })
      return f.area === 'government_held' ? review({ region: place.region }) : broken({}, { missing: ['subject.ukraine_area'] })
    }
    return pass
  },
  given: { 'subject.kind': 'natural', 'subject.places': [{ source: 'residence', country: 'UA', region: 'UA-30', proven: true }] },
  goldens: [
    { name: 'Kyiv', facts: {}, expect: 'pass' },
    { name: 'a word that is no region', facts: { 'subject.places.0.region': 'UA-99' }, expect: 'needs_info' },
    { name: 'no region', facts: { 'subject.places.0.region': 'none' }, expect: 'needs_info' },
    {
      name: 'Donetsk, government-held town',
      facts: { 'subject.places.0.region': 'UA-14', 'subject.ukraine_area': 'government_held' },
      expect: 'review',
    },
    { name: 'Luhansk, occupied', facts: { 'subject.places.0.region': 'UA-09', 'subject.ukraine_area': 'occupied' }, expect: 'fail' },
    {
      name: 'Donetsk, area not said',
      facts: { 'subject.places.0.region': 'UA-14', 'subject.ukraine_area': 'unknown' },
      expect: 'needs_info',
    },
    { name: 'Donetsk, no statement at all', facts: { 'subject.places.0.region': 'UA-14' }, expect: 'needs_info' },
    { name: "Crimea is the embargo's", facts: { 'subject.places.0.region': 'UA-43' }, expect: 'pass' },
    { name: 'an IP address alone', facts: { 'subject.places.0.source': 'ip', 'subject.places.0.region': 'none' }, expect: 'pass' },
    { name: 'another country', facts: { 'subject.places.0.country': 'DE', 'subject.places.0.region': 'none' }, expect: 'pass' },
  ],
})
