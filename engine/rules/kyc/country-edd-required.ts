import { isoDay } from '../../dates.ts'
import { placeCode } from '../../facts/groups/subject.ts'
import { countryRisk, inCountryScope } from '../../kyc-scope.ts'
import { broken, defineRule, pass, review } from '../../rule.ts'
import { countryRiskTable, countryTier, isGrey } from '../../tables/country-risk.ts'

export default defineRule({
  code: 'COUNTRY_EDD_REQUIRED',
  version: 1,
  market: 'kyc',
  checks: ['wallet.verify', 'investor.verify', 'payment', 'nft.sale', 'defi.access'],
  order: 1151,
  sentence: 'A party from a country of higher risk has a current file of enhanced due diligence.',
  message: {
    needs_info: 'Enhanced due diligence is needed for {country}.',
    review: 'An approved file of enhanced due diligence is needed for {country}.',
  },
  citation: {
    label: 'FATF, jurisdictions under increased monitoring, June 2026',
    url: 'https://www.fatf-gafi.org/en/topics/high-risk-and-other-monitored-jurisdictions.html',
  },
  certainty: 'V',
  in_force_from: '2025-01-01',
  severity: 'ask',
  perSubject: true,
  byte: 24,
  codes: { needs_info: 45 },
  params: { max_age_days: 365 },
  needs: countryRisk,
  applies: (f, _p, now) => inCountryScope(f, now.check),
  holds: (f, p, now) => {
    const table = countryRiskTable(isoDay(now.day))
    if (table === null) return review({ country: 'a day before every table' })
    for (const place of f.places) {
      if (place.source === 'ip') continue
      const high = countryTier(table, placeCode(place)) === 'high_policy'
      if (!high && !isGrey(table, place.country)) continue
      const current = f.edd !== null && now.day - f.edd.filed_on <= p.max_age_days && f.edd.filed_on <= now.day
      if (!current) return high ? review({ country: placeCode(place) }) : broken({ country: place.country }, { missing: ['subject.edd'] })
      if (high && !f.edd!.approved) return review({ country: placeCode(place) })
    }
    return pass
  },
  given: {
    check: 'wallet.verify',
    'subject.kind': 'natural',
    'subject.places': [{ source: 'residence', country: 'VN', region: 'none', proven: true }],
    'subject.edd': { filed_on: '2025-11-21', approved: false },
  },
  goldens: [
    { name: 'Vietnam, file of 365 days', facts: {}, expect: 'pass' },
    { name: 'Vietnam, file of 366 days', facts: { 'subject.edd.filed_on': '2025-11-20' }, expect: 'needs_info' },
    { name: 'Vietnam, no file', facts: { 'subject.edd': 'none' }, expect: 'needs_info' },
    { name: 'Algeria left the list in June 2026', facts: { 'subject.places.0.country': 'DZ', 'subject.edd': 'none' }, expect: 'pass' },
    {
      name: 'Algeria under the table of May 2026',
      facts: { 'subject.places.0.country': 'DZ', 'subject.edd': 'none', as_of: '2026-05-01T17:00:00Z' },
      expect: 'needs_info',
    },
    { name: 'Bosnia joined in June 2026', facts: { 'subject.places.0.country': 'BA', 'subject.edd': 'none' }, expect: 'needs_info' },
    {
      name: 'Bosnia in May 2026',
      facts: { 'subject.places.0.country': 'BA', 'subject.edd': 'none', as_of: '2026-05-01T17:00:00Z' },
      expect: 'pass',
    },
    {
      name: 'Syria is a matter of due diligence, not a ban',
      facts: { 'subject.places.0.country': 'SY', 'subject.edd': 'none' },
      expect: 'review',
    },
    { name: 'Russia, file not approved', facts: { 'subject.places.0.country': 'RU' }, expect: 'review' },
    { name: 'Russia, file approved', facts: { 'subject.places.0.country': 'RU', 'subject.edd.approved': true }, expect: 'pass' },
    {
      name: 'occupied region of Ukraine',
      facts: { 'subject.places.0.country': 'UA', 'subject.places.0.region': 'UA-65', 'subject.edd': 'none' },
      expect: 'review',
    },
    { name: 'Germany', facts: { 'subject.places.0.country': 'DE', 'subject.edd': 'none' }, expect: 'pass' },
    { name: 'a day before every table', facts: { as_of: '2026-01-05T17:00:00Z' }, expect: 'review' },
    {
      name: 'leaving a protocol is never stopped by this',
      facts: { check: 'defi.access', 'defi.action': 'withdraw', 'subject.edd': 'none' },
      expect: 'not_applicable',
    },
    {
      name: 'entering a protocol is',
      facts: { check: 'defi.access', 'defi.action': 'supply', 'subject.edd': 'none' },
      expect: 'needs_info',
    },
  ],
})
