import { product } from '../../../citations.ts'
import { offeringFacts } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { broken, defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'OFFERING_DATES_INVALID',
  version: 1,
  market: 'securities',
  checks: ['offering.create', 'offering.open', 'offering.change'],
  order: 109,
  sentence: 'The offering opens before it closes, and its first sale lies between commencement and closing.',
  message: 'The dates of the offering are not in order: {which}.',
  citation: product(),
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: {},
  needs: {
    opens: fact('offering.opens_at'),
    closes: fact('offering.closes_at'),
    commenced: offeringFacts.commencedAt,
    firstSale: fact('offering.first_sale_at'),
    closing: offeringFacts.closingAt,
  },
  holds: (f) => {
    if (f.opens !== null && f.closes !== null && f.closes <= f.opens) return broken({ which: 'it closes when or before it opens' })
    if (f.commenced !== null && f.firstSale !== null && f.firstSale < f.commenced)
      return broken({ which: 'the first sale is before commencement' })
    if (f.firstSale !== null && f.closing !== null && f.closing < f.firstSale)
      return broken({ which: 'the closing is before the first sale' })
    if (f.commenced !== null && f.closing !== null && f.closing < f.commenced)
      return broken({ which: 'the closing is before commencement' })
    return pass
  },
  given: {
    'offering.opens_at': '2026-12-01T15:00:00Z',
    'offering.closes_at': '2026-12-01T15:00:01Z',
    'offering.commenced_at': 'none',
    'offering.first_sale_at': 'none',
    'offering.closing_at': 'none',
  },
  goldens: [
    { name: 'one second apart', facts: {}, expect: 'pass' },
    { name: 'the same instant', facts: { 'offering.closes_at': '2026-12-01T15:00:00Z' }, expect: 'fail' },
    { name: 'none given', facts: { 'offering.opens_at': 'none', 'offering.closes_at': 'none' }, expect: 'pass' },
    {
      name: 'sale on the day of commencement',
      facts: { 'offering.commenced_at': '2026-03-01', 'offering.first_sale_at': '2026-03-01' },
      expect: 'pass',
    },
    {
      name: 'sale the day before commencement',
      facts: { 'offering.commenced_at': '2026-03-02', 'offering.first_sale_at': '2026-03-01' },
      expect: 'fail',
    },
    {
      name: 'closing the day before the sale',
      facts: { 'offering.first_sale_at': '2026-03-02', 'offering.closing_at': '2026-03-01' },
      expect: 'fail',
    },
    {
      name: 'closing before commencement',
      facts: { 'offering.commenced_at': '2026-03-02', 'offering.closing_at': '2026-03-01' },
      expect: 'fail',
    },
    {
      name: 'closing on the day of the sale',
      facts: { 'offering.first_sale_at': '2026-03-02', 'offering.closing_at': '2026-03-02' },
      expect: 'pass',
    },
  ],
})
