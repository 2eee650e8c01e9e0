import { isoDay, parseDay } from '../../dates.ts'
import { broken, defineRule, pass } from '../../rule.ts'
import { countryRiskTable } from '../../tables/country-risk.ts'

export default defineRule({
  code: 'COUNTRY_LIST_OLD',
  version: 1,
  market: 'kyc',
  checks: ['wallet.verify', 'investor.verify', 'payment', 'nft.sale', 'defi.access'],
  order: 1153,
  sentence: 'The country risk table follows a FATF statement of the last 150 days.',
  message: 'The country risk table {version} follows a statement of {published}; a newer one may exist.',
  citation: {
    label: 'FATF plenaries of February, June and October',
    url: 'https://www.fatf-gafi.org/en/topics/high-risk-and-other-monitored-jurisdictions.html',
  },
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'info',
  params: { max_age_days: 150 },
  needs: {},
  holds: (_f, p, now) => {
    const table = countryRiskTable(isoDay(now.day))
    if (table === null) return broken({ version: 'none', published: 'no date' })
    return now.day - parseDay(table.published)! > p.max_age_days ? broken({ version: table.version, published: table.published }) : pass
  },
  given: {},
  goldens: [
    { name: '150 days after the statement', facts: { as_of: '2026-11-16T17:00:00Z' }, expect: 'pass' },
    { name: '151 days after it', facts: { as_of: '2026-11-17T17:00:00Z' }, expect: 'info' },
    { name: 'the table of its day', facts: { as_of: '2026-05-01T17:00:00Z' }, expect: 'pass' },
  ],
})
