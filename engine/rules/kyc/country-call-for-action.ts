import { isoDay } from '../../dates.ts'
import { countryRisk, inCountryScope } from '../../kyc-scope.ts'
import { broken, defineRule, pass, review } from '../../rule.ts'
import { countryRiskTable } from '../../tables/country-risk.ts'

export default defineRule({
  code: 'COUNTRY_CALL_FOR_ACTION',
  version: 1,
  market: 'kyc',
  checks: ['wallet.verify', 'investor.verify', 'payment', 'nft.sale', 'defi.access'],
  order: 1152,
  sentence: 'A party from a country on the FATF call for action is approved by an officer.',
  message: 'An officer has to approve a party from {country}.',
  citation: {
    label: 'FATF, high-risk jurisdictions subject to a call for action, June 2026',
    url: 'https://www.fatf-gafi.org/en/topics/high-risk-and-other-monitored-jurisdictions.html',
  },
  certainty: 'V',
  in_force_from: '2025-01-01',
  severity: 'hold',
  perSubject: true,
  byte: 24,
  params: {},
  needs: countryRisk,
  applies: (f, _p, now) => inCountryScope(f, now.check),
  holds: (f, _p, now) => {
    const table = countryRiskTable(isoDay(now.day))
    if (table === null) return review({ country: 'a day before every table' })
    const place = f.places.find((x) => x.source !== 'ip' && table.callForAction.includes(x.country))
    return !place || f.edd?.approved ? pass : broken({ country: place.country })
  },
  given: {
    check: 'wallet.verify',
    'subject.kind': 'natural',
    'subject.places': [{ source: 'residence', country: 'MM', region: 'none', proven: true }],
    'subject.edd': { filed_on: '2026-10-01', approved: true },
  },
  goldens: [
    { name: 'Myanmar, approved', facts: {}, expect: 'pass' },
    { name: 'Myanmar, not approved', facts: { 'subject.edd.approved': false }, expect: 'review' },
    { name: 'Myanmar, no file', facts: { 'subject.edd': 'none' }, expect: 'review' },
    {
      name: 'Iran, which the embargo denies besides',
      facts: { 'subject.places.0.country': 'IR', 'subject.edd': 'none' },
      expect: 'review',
    },
    { name: 'Germany', facts: { 'subject.places.0.country': 'DE', 'subject.edd': 'none' }, expect: 'pass' },
  ],
})
