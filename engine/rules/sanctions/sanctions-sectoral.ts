import { placeOf, subject } from '../../facts/groups/subject.ts'
import { fact } from '../../facts/vocabulary.ts'
import { broken, defineRule, deny, pass } from '../../rule.ts'
import { EU_EEA } from '../../tables/country-risk.ts'

const europe = (country: string) => EU_EEA.has(country) || country === 'CH'

export default defineRule({
  code: 'SANCTIONS_SECTORAL',
  version: 1,
  market: 'sanctions',
  checks: ['wallet.verify', 'investor.verify', 'nft.sale', 'payment', 'credential.use'],
  order: 1142,
  sentence: 'Wallets of Russian and Belarusian nationals and residents are served only where the law of the tenant allows it.',
  message: {
    fail: 'No wallet, account or custody service may be given to this person ({country}).',
    review: 'A person from {country} needs an approved file of enhanced due diligence.',
  },
  citation: { label: 'Regulation (EU) 833/2014 art 5b(2); Regulation (EC) 765/2006', url: 'https://eur-lex.europa.eu/eli/reg/2014/833' },
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'hold',
  perSubject: true,
  byte: 24,
  params: { countries: ['RU', 'BY'] },
  needs: {
    kind: subject.kind,
    places: subject.places,
    permit: fact('subject.eu_permit'),
    edd: fact('subject.edd', { at_least: 'established' }),
    nexus: subject.nexus,
  },
  applies: (f) => f.kind === 'natural' || f.kind === 'entity',
  holds: (f, p) => {
    const tied = f.places.find(
      (x) => p.countries.includes(x.country) && (x.source === 'residence' || x.source === 'nationality' || x.source === 'address'),
    )
    if (!tied) return pass
    if (f.nexus.includes('EU')) {
      const european = f.places.some((x) => x.source === 'nationality' && europe(x.country))
      const home = placeOf(f.places, 'residence')
      const permitted = european || (home !== null && europe(home.country) && f.permit)
      if (!permitted) return deny({ country: tied.country })
    }
    return f.edd?.approved || (f.nexus.includes('EU') && tied.source === 'nationality') ? pass : broken({ country: tied.country })
  },
  given: {
    'subject.kind': 'natural',
    'subject.places': [{ source: 'residence', country: 'RU', region: 'none', proven: true }],
    'subject.eu_permit': false,
    'subject.edd': 'none',
    'tenant.sanctions_nexus': ['EU', 'UN'],
  },
  goldens: [
    { name: 'EU, resident of Russia', facts: {}, expect: 'fail' },
    { name: 'EU, resident of Belarus', facts: { 'subject.places.0.country': 'BY' }, expect: 'fail' },
    {
      name: 'EU, Russian with a German permit',
      facts: {
        'subject.places': [
          { source: 'residence', country: 'DE', region: 'none', proven: true },
          { source: 'nationality', country: 'RU', region: 'none', proven: true },
        ],
        'subject.eu_permit': true,
      },
      expect: 'pass',
    },
    {
      name: 'EU, Russian in Germany without a permit',
      facts: {
        'subject.places': [
          { source: 'residence', country: 'DE', region: 'none', proven: true },
          { source: 'nationality', country: 'RU', region: 'none', proven: true },
        ],
      },
      expect: 'fail',
    },
    {
      name: 'EU, Russian and Austrian',
      facts: {
        'subject.places': [
          { source: 'nationality', country: 'RU', region: 'none', proven: true },
          { source: 'nationality', country: 'AT', region: 'none', proven: true },
        ],
      },
      expect: 'pass',
    },
    { name: 'United States only, resident of Russia', facts: { 'tenant.sanctions_nexus': ['US', 'UN'] }, expect: 'review' },
    {
      name: 'United States only, file approved',
      facts: { 'tenant.sanctions_nexus': ['US', 'UN'], 'subject.edd': { filed_on: '2026-10-01', approved: true } },
      expect: 'pass',
    },
    {
      name: 'permit not known',
      facts: {
        'subject.places': [
          { source: 'residence', country: 'DE', region: 'none', proven: true },
          { source: 'nationality', country: 'RU', region: 'none', proven: true },
        ],
        'subject.eu_permit': null,
      },
      expect: 'needs_info',
    },
    { name: 'another country', facts: { 'subject.places.0.country': 'DE' }, expect: 'pass' },
    { name: 'only a wallet', facts: { 'subject.kind': 'wallet', 'subject.places': [] }, expect: 'not_applicable' },
  ],
})
