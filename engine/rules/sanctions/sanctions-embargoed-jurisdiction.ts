import { placeOf, subject } from '../../facts/groups/subject.ts'
import type { PlaceSeen } from '../../facts/shapes.ts'
import { ask, broken, defineRule, info, pass, review, type Verdict } from '../../rule.ts'
import { EMBARGO } from '../../tables/country-risk.ts'

const HARD = new Set(['residence', 'address', 'vasp'])
/** Nationals of these two are blocked wherever they are, unless they are proven to live elsewhere. */
const NATIONALITY = new Set(['CU', 'KP'])
const embargoed = (code: string) => EMBARGO.includes(code) || EMBARGO.includes(code.slice(0, 2))
/** Where it is under embargo; a region that is not of the country takes nothing from it. */
function embargoOf({ country, region }: PlaceSeen): string | null {
  if (country !== null && embargoed(country)) return country
  return region !== null && embargoed(region) ? region : null
}

export default defineRule({
  code: 'SANCTIONS_EMBARGOED_JURISDICTION',
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
  order: 1140,
  sentence: 'No residence, address or service provider of the party is in an embargoed place.',
  message: {
    fail: 'The {source} is in an embargoed place ({place}).',
    review: 'One sign points to an embargoed place ({place}).',
    shielded: 'The {source} is in {place}, under an embargo of the United States, which does not bind your organisation.',
    needs_info: 'Proof of residence outside {place} is needed.',
    info: 'A national of {place} who is proven to live elsewhere.',
  },
  citation: { label: '31 CFR parts 510, 515, 560; EO 13685; EO 14065', url: 'https://www.ecfr.gov/current/title-31/subtitle-B/chapter-V' },
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'block',
  perSubject: true,
  byte: 24,
  codes: { needs_info: 45 },
  params: { ip_signals: 2, blocking_statute: [] },
  needs: { kind: subject.kind, places: subject.places, seen: subject.placesSeen, nexus: subject.nexus },
  applies: (f) => f.kind !== 'absent',
  holds: (f, p) => {
    // The law of the United States binds everybody here: whoever runs the platform may be bound by it. Rulesets until 2026.11.9 had a way
    // out for organisations that it does not bind, of which there is none: 2026.11.9 for Cuba and Iran, those before for Cuba alone.
    const annex = p.blocking_statute as readonly string[] | null | undefined
    const shielded = (code: string) => annex?.includes(code.slice(0, 2)) === true && !f.nexus.includes('US')
    let held: Verdict | null = null
    let national: string | null = null
    const ips = new Map<string, number>()
    for (const place of f.seen) {
      const code = embargoOf(place)
      if (place.country !== null && NATIONALITY.has(place.country) && (place.source === 'nationality' || place.source === 'id_document'))
        national = place.country
      if (code === null) continue
      if (HARD.has(place.source)) {
        if (shielded(code)) held = review({ source: place.source, place: code }, { wording: 'shielded' })
        else if (!annex && place.country === 'CU' && !f.nexus.includes('US')) held = review({ place: code })
        else return broken({ source: place.source, place: code })
      } else if (place.source === 'ip') ips.set(code, (ips.get(code) ?? 0) + 1)
    }
    for (const [code, count] of ips) {
      if (count >= p.ip_signals && !shielded(code)) return broken({ source: 'ip', place: code })
      held ??= review({ place: code })
    }
    // What speaks against somebody was found among the places that can be read; before anything else is said all of them have to be.
    const home = placeOf(f.places, 'residence')
    if (held !== null) return held
    if (national === null) return pass
    return home?.proven ? info({ place: national }) : ask({ place: national }, { missing: ['subject.places'] })
  },
  given: {
    'subject.kind': 'natural',
    'subject.places': [{ source: 'residence', country: 'DE', region: 'none', proven: true }],
    'tenant.sanctions_nexus': ['US', 'UN'],
  },
  goldens: [
    { name: 'Germany', facts: {}, expect: 'pass' },
    { name: 'residence Cuba', facts: { 'subject.places.0.country': 'CU' }, expect: 'fail' },
    {
      name: 'residence Cuba, whoever is said to bind the tenant',
      facts: { 'subject.places.0.country': 'CU', 'tenant.sanctions_nexus': ['EU', 'UN'] },
      expect: 'fail',
    },
    {
      name: 'residence Iran, whoever is said to bind the tenant',
      facts: { 'subject.places.0.country': 'IR', 'tenant.sanctions_nexus': ['EU', 'UN'] },
      expect: 'fail',
    },
    {
      name: 'residence Iran, tenant bound by the EU only, by ruleset 2026.11.9',
      facts: { 'subject.places.0.country': 'IR', 'tenant.sanctions_nexus': ['EU', 'UN'] },
      params: { blocking_statute: ['CU', 'IR'] },
      expect: 'review',
      details: { source: 'residence', place: 'IR' },
    },
    {
      name: 'residence Iran, tenant bound by the EU only, by a ruleset until 2026.11.8',
      facts: { 'subject.places.0.country': 'IR', 'tenant.sanctions_nexus': ['EU', 'UN'] },
      params: { blocking_statute: null },
      expect: 'fail',
    },
    {
      name: 'residence Cuba, tenant bound by the EU only, by a ruleset until 2026.11.8',
      facts: { 'subject.places.0.country': 'CU', 'tenant.sanctions_nexus': ['EU', 'UN'] },
      params: { blocking_statute: null },
      expect: 'review',
    },
    {
      name: 'residence Iran, tenant bound by the EU and the United States',
      facts: { 'subject.places.0.country': 'IR', 'tenant.sanctions_nexus': ['EU', 'UN', 'US'] },
      expect: 'fail',
    },
    {
      name: 'residence North Korea, tenant bound by the EU only',
      facts: { 'subject.places.0.country': 'KP', 'tenant.sanctions_nexus': ['EU', 'UN'] },
      expect: 'fail',
    },
    {
      name: 'residence Iran and an address in North Korea, tenant bound by the EU only',
      facts: {
        'subject.places': [
          { source: 'residence', country: 'IR', region: 'none', proven: true },
          { source: 'address', country: 'KP', region: 'none', proven: true },
        ],
        'tenant.sanctions_nexus': ['EU', 'UN'],
      },
      expect: 'fail',
    },
    {
      name: 'residence Iran, whose law binds the tenant unknown',
      facts: { 'subject.places.0.country': 'IR', 'tenant.sanctions_nexus': null },
      expect: 'fail',
    },
    { name: 'Crimea', facts: { 'subject.places.0.country': 'UA', 'subject.places.0.region': 'UA-43' }, expect: 'fail' },
    {
      name: 'Iran with a region of Texas',
      facts: { 'subject.places.0.country': 'IR', 'subject.places.0.region': 'US-TX' },
      expect: 'fail',
    },
    { name: 'Kyiv', facts: { 'subject.places.0.country': 'UA', 'subject.places.0.region': 'UA-30' }, expect: 'pass' },
    {
      name: 'Cuban national proven to live in Spain',
      facts: {
        'subject.places': [
          { source: 'residence', country: 'ES', region: 'none', proven: true },
          { source: 'nationality', country: 'CU', region: 'none', proven: true },
        ],
      },
      expect: 'info',
    },
    {
      name: 'Cuban national who says to live in Spain',
      facts: {
        'subject.places': [
          { source: 'residence', country: 'ES', region: 'none', proven: false },
          { source: 'id_document', country: 'CU', region: 'none', proven: true },
        ],
      },
      expect: 'needs_info',
    },
    {
      name: 'Iranian national in Germany',
      facts: {
        'subject.places': [
          { source: 'residence', country: 'DE', region: 'none', proven: false },
          { source: 'nationality', country: 'IR', region: 'none', proven: true },
        ],
      },
      expect: 'pass',
    },
    {
      name: 'one IP sign of Iran',
      facts: {
        'subject.places': [
          { source: 'residence', country: 'DE', region: 'none', proven: true },
          { source: 'ip', country: 'IR', region: 'none', proven: false },
        ],
      },
      expect: 'review',
    },
    {
      name: 'two IP signs of Iran',
      facts: {
        'subject.places': [
          { source: 'ip', country: 'IR', region: 'none', proven: false },
          { source: 'ip', country: 'IR', region: 'none', proven: false },
        ],
      },
      expect: 'fail',
    },
    {
      name: 'two IP signs of Iran, tenant bound by the EU only, by ruleset 2026.11.9',
      facts: {
        'subject.places': [
          { source: 'ip', country: 'IR', region: 'none', proven: false },
          { source: 'ip', country: 'IR', region: 'none', proven: false },
        ],
        'tenant.sanctions_nexus': ['EU', 'UN'],
      },
      params: { blocking_statute: ['CU', 'IR'] },
      expect: 'review',
    },
    {
      name: 'two IP signs that disagree',
      facts: {
        'subject.places': [
          { source: 'ip', country: 'IR', region: 'none', proven: false },
          { source: 'ip', country: 'KP', region: 'none', proven: false },
        ],
      },
      expect: 'review',
    },
    {
      name: 'counterparty provider in North Korea',
      facts: { 'subject.places.0.source': 'vasp', 'subject.places.0.country': 'KP' },
      expect: 'fail',
    },
    { name: 'Syria is not under embargo any more', facts: { 'subject.places.0.country': 'SY' }, expect: 'pass' },
    { name: 'nothing known of a wallet', facts: { 'subject.kind': 'wallet', 'subject.places': [] }, expect: 'pass' },
    {
      name: 'residence Iran beside a region that nobody knows',
      facts: {
        'subject.places': [
          { source: 'address', country: 'DE', region: 'Bavaria', proven: true },
          { source: 'residence', country: 'IR', region: 'none', proven: true },
        ],
      },
      expect: 'fail',
    },
    {
      name: 'Iran with a word that is no region',
      facts: { 'subject.places.0.country': 'IR', 'subject.places.0.region': 'Tehran' },
      expect: 'fail',
    },
    {
      name: 'a region that nobody knows, and nothing else',
      facts: { 'subject.places.0.region': 'Bavaria' },
      expect: 'needs_info',
    },
    { name: 'places not given', facts: { 'subject.places': null }, expect: 'needs_info' },
    { name: 'no such party', facts: { 'subject.kind': 'absent' }, expect: 'not_applicable' },
  ],
})
