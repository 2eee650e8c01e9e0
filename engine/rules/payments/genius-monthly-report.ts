import { MINT_CASE } from '../../cases/stablecoin.ts'
import { addMonths, isoDay, parseDay } from '../../dates.ts'
import { mints, token, underGenius } from '../../facts/groups/token.ts'
import { fact } from '../../facts/vocabulary.ts'
import { ask, broken, defineRule, deny, pass } from '../../rule.ts'

export default defineRule({
  code: 'GENIUS_MONTHLY_REPORT',
  version: 1,
  market: 'payments',
  checks: ['payment', 'reserve.statement'],
  order: 1214,
  sentence:
    "Each month's reserve report is published, examined by an accountant and certified by both officers by the end of the next month.",
  message: {
    warn: 'The report of {period} was due on {due}.',
    fail: 'The report of {period} was due on {due} and is more than 30 days late.',
    needs_info: 'Examination and the certificates of both chief officers are needed for {period}.',
    info: 'From {in_force_from} monthly reserve reports are due.',
  },
  citation: { label: 'Pub. L. 119-27 sec. 4(a)(1)(C), (a)(3)', url: 'https://www.congress.gov/119/plaws/publ27/PLAW-119publ27.pdf' },
  certainty: 'R',
  in_force_from: '2025-07-18',
  severity: 'warn',
  codes: { fail: 38 },
  params: { in_force: '2027-01-18', late_days: 30, signers: ['ceo', 'cfo'] },
  needs: {
    ...token,
    report: fact('token.report'),
  },
  applies: (f) => mints(f, 'genius'),
  holds: (f, p, now) =>
    underGenius(f, p.in_force, now, () => {
      const r = f.report
      const month = parseDay(`${r.period}-01`)
      if (month === null) return ask({ period: r.period }, { missing: ['token.report.period'] })
      // A statement is judged as of the end of its month, before anybody can have published it.
      const later = now.check !== 'reserve.statement'
      if (later && addMonths(month, 1) > now.day) return ask({ period: r.period }, { missing: ['token.report.period'] })
      // The last day of the month after the one reported.
      const due = addMonths(month, 2) - 1
      if (later && r.published_on !== null && r.published_on > now.day)
        return ask({ period: r.period }, { missing: ['token.report.published_on'] })
      // Nobody reports a month that is not over.
      if (r.published_on !== null && r.published_on < addMonths(month, 1))
        return ask({ period: r.period }, { missing: ['token.report.published_on'] })
      const on = r.published_on ?? now.day
      const figures = { period: r.period, due: isoDay(due) }
      if (r.published_on !== null && (!r.examined || p.signers.some((s) => !r.certified_by.includes(s))))
        return ask(figures, { missing: ['token.report'] })
      if (on > due) return on - due > p.late_days ? deny(figures) : broken(figures)
      // A report speaks for its month alone: once the next one is due and not there, this one says nothing any more.
      const next = addMonths(month, 3) - 1
      if (!later || now.day <= next) return pass
      const missing = { period: isoDay(addMonths(month, 1)).slice(0, 7), due: isoDay(next) }
      return now.day - next > p.late_days ? deny(missing) : broken(missing)
    }),
  given: {
    ...MINT_CASE,
    as_of: '2026-12-10T17:00:00Z',
    'tenant.genius_early': true,
    'token.report': { period: '2026-10', published_on: '2026-11-30', examined: true, certified_by: ['ceo', 'cfo'] },
  },
  goldens: [
    { name: 'October published on 30 November', facts: {}, expect: 'pass' },
    {
      name: 'October published on 1 December',
      facts: { 'token.report.published_on': '2026-12-01' },
      expect: 'warn',
      details: { due: '2026-11-30' },
    },
    { name: 'October, the last day before November is due', facts: { as_of: '2026-12-31T17:00:00Z' }, expect: 'pass' },
    {
      name: 'October, the day after November was due',
      facts: { as_of: '2027-01-01T17:00:00Z' },
      expect: 'warn',
      details: { period: '2026-11', due: '2026-12-31' },
    },
    { name: 'October, November 30 days late', facts: { as_of: '2027-01-30T17:00:00Z' }, expect: 'warn' },
    { name: 'October, November 31 days late', facts: { as_of: '2027-01-31T17:00:00Z' }, expect: 'fail', details: { period: '2026-11' } },
    { name: 'October, a year later', facts: { as_of: '2027-12-10T17:00:00Z' }, expect: 'fail' },
    { name: 'a month that is not over', facts: { 'token.report.period': '2026-12' }, expect: 'needs_info' },
    { name: 'published before the month was over', facts: { 'token.report.published_on': '2026-10-31' }, expect: 'needs_info' },
    { name: 'published tomorrow', facts: { 'token.report.published_on': '2026-12-11' }, expect: 'needs_info' },
    { name: 'only one officer signed', facts: { 'token.report.certified_by': ['ceo'] }, expect: 'needs_info' },
    { name: 'only the other officer signed', facts: { 'token.report.certified_by': ['cfo'] }, expect: 'needs_info' },
    { name: 'not examined', facts: { 'token.report.examined': false }, expect: 'needs_info' },
    { name: 'not published, 30 days late', facts: { 'token.report.published_on': 'none', as_of: '2026-12-30T17:00:00Z' }, expect: 'warn' },
    { name: 'not published, 31 days late', facts: { 'token.report.published_on': 'none', as_of: '2026-12-31T17:00:00Z' }, expect: 'fail' },
    { name: 'before the act is in force', facts: { 'tenant.genius_early': false, 'token.report.examined': false }, expect: 'info' },
    {
      name: 'in force',
      facts: { 'tenant.genius_early': false, 'token.report.examined': false, as_of: '2027-01-18T17:00:00Z' },
      expect: 'needs_info',
    },
    {
      name: 'the day before',
      facts: { 'tenant.genius_early': false, 'token.report.examined': false, as_of: '2027-01-17T17:00:00Z' },
      expect: 'info',
    },
  ],
})
