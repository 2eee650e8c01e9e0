import { DEFI_CASE } from '../../cases/defi.ts'
import { action, leaving, places } from '../../facts/groups/defi.ts'
import { placeCode, placeOf } from '../../facts/groups/subject.ts'
import { fact } from '../../facts/vocabulary.ts'
import { ask, broken, defineRule, pass, review } from '../../rule.ts'
import { EMBARGO } from '../../tables/country-risk.ts'

export default defineRule({
  code: 'DEFI_GEO_BLOCKED',
  version: 1,
  market: 'defi',
  checks: ['defi.access'],
  order: 1411,
  sentence: 'The protocol is open to the place of residence and of the connection; leaving is stopped only by an embargo.',
  message: {
    fail: 'The protocol is closed to {place}.',
    review: 'The connection and the residence do not agree.',
    needs_info: 'The place of residence is needed.',
  },
  citation: { label: '31 CFR chapter V; protocol policy', url: 'https://www.ecfr.gov/current/title-31/subtitle-B/chapter-V' },
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'block',
  byte: 24,
  codes: { needs_info: 45 },
  params: {},
  needs: { action, places, blocked: fact('defi.geo_block'), vpn: fact('defi.vpn') },
  holds: (f) => {
    const home = placeOf(f.places, 'residence')
    const exit = leaving(f.action)
    if (home === null) return exit ? pass : ask({}, { missing: ['subject.places'] })
    const ip = placeOf(f.places, 'ip')
    for (const place of ip === null ? [home] : [home, ip]) {
      const code = placeCode(place)
      if (EMBARGO.includes(code) || EMBARGO.includes(place.country)) {
        // A lone sign of the connection is the sanctions rule's to weigh.
        if (place.source === 'residence') return broken({ place: code })
      } else if (!exit && (f.blocked.includes(code) || f.blocked.includes(place.country))) return broken({ place: code })
    }
    return !exit && ip !== null && ip.country !== home.country && f.vpn ? review() : pass
  },
  given: { ...DEFI_CASE, 'defi.geo_block': [], 'defi.vpn': false },
  goldens: [
    { name: 'Germany', facts: {}, expect: 'pass' },
    { name: 'Iran', facts: { 'subject.places.0.country': 'IR' }, expect: 'fail' },
    { name: 'Iran, withdraw', facts: { 'subject.places.0.country': 'IR', 'defi.action': 'withdraw' }, expect: 'fail' },
    {
      name: 'United States, closed to it, supply',
      facts: { 'subject.places.0.country': 'US', 'defi.geo_block': ['US'], 'defi.action': 'supply' },
      expect: 'fail',
    },
    {
      name: 'United States, closed to it, withdraw',
      facts: { 'subject.places.0.country': 'US', 'defi.geo_block': ['US'], 'defi.action': 'withdraw' },
      expect: 'pass',
    },
    {
      name: 'one state is closed',
      facts: { 'subject.places.0.country': 'US', 'subject.places.0.region': 'US-NY', 'defi.geo_block': ['US-NY'] },
      expect: 'fail',
    },
    {
      name: 'the connection comes from a closed place',
      facts: {
        'subject.places': [
          { source: 'residence', country: 'DE', region: 'none', proven: true },
          { source: 'ip', country: 'US', region: 'none', proven: false },
        ],
        'defi.geo_block': ['US'],
      },
      expect: 'fail',
    },
    {
      name: 'VPN and no agreement',
      facts: {
        'subject.places': [
          { source: 'residence', country: 'DE', region: 'none', proven: true },
          { source: 'ip', country: 'FR', region: 'none', proven: false },
        ],
        'defi.vpn': true,
      },
      expect: 'review',
    },
    {
      name: 'VPN and agreement',
      facts: {
        'subject.places': [
          { source: 'residence', country: 'DE', region: 'none', proven: true },
          { source: 'ip', country: 'DE', region: 'none', proven: false },
        ],
        'defi.vpn': true,
      },
      expect: 'pass',
    },
    { name: 'residence unknown', facts: { 'subject.places': [] }, expect: 'needs_info' },
  ],
})
