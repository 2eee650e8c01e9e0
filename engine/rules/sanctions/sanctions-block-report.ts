import { addBusinessDays, isoDay, legalDay } from '../../dates.ts'
import { fact } from '../../facts/vocabulary.ts'
import { broken, defineRule, pass } from '../../rule.ts'

export default defineRule({
  code: 'SANCTIONS_BLOCK_REPORT',
  version: 1,
  market: 'sanctions',
  checks: ['monitoring'],
  order: 1190,
  sentence: 'A transaction blocked or rejected under United States law is reported within ten business days.',
  message: 'Report the blocked or rejected transaction by {due}; blocked property is reported again by {annual_due}.',
  citation: { label: '31 CFR 501.603, 501.604', url: 'https://www.ecfr.gov/current/title-31/section-501.603' },
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'info',
  visibility: 'officer',
  params: { business_days: 10, held_on: '06-30', annual: '09-30' },
  needs: { block: fact('case.block') },
  holds: (f, p) => {
    if (f.block === null || f.block.authority !== 'US') return pass
    const day = legalDay(f.block.decided_at)
    const year = isoDay(day).slice(0, 4)
    return broken({
      due: isoDay(addBusinessDays(day, p.business_days)),
      // The report of September tells what was held on 30 June (31 CFR 501.603(b)(2)).
      annual_due: `${isoDay(day) <= `${year}-${p.held_on}` ? year : Number(year) + 1}-${p.annual}`,
    })
  },
  given: { 'case.block': { authority: 'US', decided_at: '2026-11-16T17:00:00Z' } },
  goldens: [
    { name: 'Thanksgiving is skipped', facts: {}, expect: 'info', details: { due: '2026-12-01', annual_due: '2027-09-30' } },
    {
      name: 'Christmas and New Year are skipped',
      facts: { as_of: '2026-12-24T17:00:01Z', 'case.block.decided_at': '2026-12-24T17:00:00Z' },
      expect: 'info',
      details: { due: '2027-01-11', annual_due: '2027-09-30' },
    },
    { name: 'another authority', facts: { 'case.block.authority': 'EU' }, expect: 'pass' },
    { name: 'nothing was blocked', facts: { 'case.block': 'none' }, expect: 'pass' },
    { name: 'unknown whether something was blocked', facts: { 'case.block': null }, expect: 'needs_info' },
    {
      name: 'blocked in spring',
      facts: { 'case.block.decided_at': '2026-04-01T17:00:00Z' },
      expect: 'info',
      details: { annual_due: '2026-09-30' },
    },
    {
      name: 'blocked on 30 June',
      facts: { 'case.block.decided_at': '2026-06-30T17:00:00Z' },
      expect: 'info',
      details: { annual_due: '2026-09-30' },
    },
    {
      name: 'blocked on 1 July',
      facts: { 'case.block.decided_at': '2026-07-01T17:00:00Z' },
      expect: 'info',
      details: { annual_due: '2027-09-30' },
    },
  ],
})
