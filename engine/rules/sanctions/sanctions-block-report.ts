import { addBusinessDays, type Day, isoDay, legalDay } from '../../dates.ts'
import { fact } from '../../facts/vocabulary.ts'
import { broken, defineRule, pass } from '../../rule.ts'
import type { Authority } from '../../tables/sanctions-lists.ts'

/** What the law of one authority wants told, and by when; `annual` where what is still held is told again each year. */
type Notice = {
  readonly law: string
  readonly days?: number
  readonly business_days?: number
  readonly annual?: { readonly held_on: string; readonly due: string }
}
/** The params of rulesets until 2026.11.9, which knew the United States alone. */
type UnitedStatesAlone = { readonly notices?: undefined; readonly business_days: number; readonly held_on: string; readonly annual: string }

/** The yearly report after a day: of what is held on one day of the year, due by a later one. */
function annualAfter(day: Day, { held_on, due }: NonNullable<Notice['annual']>): string {
  const year = isoDay(day).slice(0, 4)
  return `${isoDay(day) <= `${year}-${held_on}` ? year : Number(year) + 1}-${due}`
}

export default defineRule({
  code: 'SANCTIONS_BLOCK_REPORT',
  version: 1,
  market: 'sanctions',
  checks: ['monitoring'],
  order: 1190,
  sentence: 'What sanctions law blocked is reported to the authority of that law: of the United States within ten business days.',
  message: {
    info: 'Report the blocked or rejected transaction to OFAC by {due}; blocked property is reported again by {annual_due}.',
    EU: 'Tell the competent authority of your member state at once what is frozen, at the latest by {due}.',
    UK: 'Tell OFSI as soon as practicable: by our own clock by {due}. Assets that are still frozen are told again by {annual_due}.',
    UN: 'The United Nations alone list them. To whom your own law has it told is to be looked up: by our own clock by {due}.',
  },
  citation: {
    label: '31 CFR 501.603, 501.604; Regulation (EU) 269/2014 art 8(1)(a); UK SI 2019/855 reg 70',
    url: 'https://www.ecfr.gov/current/title-31/section-501.603',
  },
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'info',
  visibility: 'officer',
  params: {
    notices: {
      // The report of September tells what was held on 30 June (31 CFR 501.603(b)(2)).
      US: { business_days: 10, annual: { held_on: '06-30', due: '09-30' }, law: '31 CFR 501.603, 501.604' },
      // Two weeks from acquiring the information; other regulations of the Union say immediately alone.
      EU: { days: 14, law: 'Regulation (EU) 269/2014 art 8(1)(a), and the same article of the regulation by which they are listed' },
      // The law counts no days: these are ours.
      UK: {
        days: 2,
        annual: { held_on: '09-30', due: '11-30' },
        law: 'UK SI 2019/855 reg 70, and the same regulation of the instrument by which they are designated',
      },
      UN: { days: 2, law: 'the law by which your own state carries the listing out' },
    },
  },
  needs: { block: fact('case.block') },
  holds: (f, params) => {
    const p = params as { readonly notices: Readonly<Record<Authority, Notice>> } | UnitedStatesAlone
    if (f.block === null || (!p.notices && f.block.authority !== 'US')) return pass
    const day = legalDay(f.block.decided_at)
    if (!p.notices)
      return broken({
        due: isoDay(addBusinessDays(day, p.business_days)),
        annual_due: annualAfter(day, { held_on: p.held_on, due: p.annual }),
      })
    const { authority } = f.block
    const { days, business_days, annual, law } = p.notices[authority]
    return broken(
      {
        authority,
        law,
        due: isoDay(business_days === undefined ? day + (days ?? 0) : addBusinessDays(day, business_days)),
        ...(annual && { annual_due: annualAfter(day, annual) }),
      },
      authority === 'US' ? undefined : { wording: authority },
    )
  },
  given: { 'case.block': { authority: 'US', decided_at: '2026-11-16T17:00:00Z' } },
  goldens: [
    {
      name: 'Thanksgiving is skipped',
      facts: {},
      expect: 'info',
      details: { authority: 'US', law: '31 CFR 501.603, 501.604', due: '2026-12-01', annual_due: '2027-09-30' },
    },
    {
      name: 'Christmas and New Year are skipped',
      facts: { as_of: '2026-12-24T17:00:01Z', 'case.block.decided_at': '2026-12-24T17:00:00Z' },
      expect: 'info',
      details: { due: '2027-01-11', annual_due: '2027-09-30' },
    },
    {
      name: 'by the law of the European Union',
      facts: { 'case.block.authority': 'EU' },
      expect: 'info',
      details: {
        authority: 'EU',
        law: 'Regulation (EU) 269/2014 art 8(1)(a), and the same article of the regulation by which they are listed',
        due: '2026-11-30',
      },
    },
    {
      name: 'by the law of the United Kingdom',
      facts: { 'case.block.authority': 'UK' },
      expect: 'info',
      details: {
        law: 'UK SI 2019/855 reg 70, and the same regulation of the instrument by which they are designated',
        due: '2026-11-18',
        annual_due: '2027-11-30',
      },
    },
    {
      name: 'by the law of the United Kingdom, on 30 September',
      facts: { 'case.block': { authority: 'UK', decided_at: '2026-09-30T17:00:00Z' } },
      expect: 'info',
      details: { annual_due: '2026-11-30' },
    },
    {
      name: 'by the law of the United Kingdom, on 1 October',
      facts: { 'case.block': { authority: 'UK', decided_at: '2026-10-01T17:00:00Z' } },
      expect: 'info',
      details: { annual_due: '2027-11-30' },
    },
    {
      name: 'listed by the United Nations alone',
      facts: { 'case.block.authority': 'UN' },
      expect: 'info',
      details: { law: 'the law by which your own state carries the listing out', due: '2026-11-18' },
    },
    {
      name: 'the law of the European Union, by a ruleset until 2026.11.9',
      facts: { 'case.block.authority': 'EU' },
      params: { notices: null, business_days: 10, held_on: '06-30', annual: '09-30' },
      expect: 'pass',
    },
    {
      name: 'the law of the United States, by a ruleset until 2026.11.9',
      facts: {},
      params: { notices: null, business_days: 10, held_on: '06-30', annual: '09-30' },
      expect: 'info',
      details: { due: '2026-12-01', annual_due: '2027-09-30' },
    },
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
