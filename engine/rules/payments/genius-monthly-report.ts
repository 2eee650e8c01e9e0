import { MINT_CASE } from '../../cases/stablecoin.ts'
import { addMonths, isoDay, parseDay } from '../../dates.ts'
import { fact, k } from '../../facts.ts'
import { ask, broken, defineRule, deny, pass } from '../../rule.ts'
import { mints, token, underGenius } from '../../token-facts.ts'

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
  params: { in_force: '2027-01-18', late_days: 30, signers: ['ceo', 'cfo'] },
  needs: {
    ...token,
    report: fact.record('token.report', { period: k.text, published_on: k.orNone(k.day), examined: k.bool, certified_by: k.list(k.text) }),
  },
  applies: (f) => mints(f, 'genius'),
  holds: (f, p, now) =>
    underGenius(f, p.in_force, now, () => {
      const r = f.report
      const month = parseDay(`${r.period}-01`)
      if (month === null) return ask({ period: r.period }, { missing: ['token.report.period'] })
      // The last day of the month after the one reported.
      const due = addMonths(month, 2) - 1
      const on = r.published_on ?? now.day
      const figures = { period: r.period, due: isoDay(due) }
      if (r.published_on !== null && (!r.examined || p.signers.some((s) => !r.certified_by.includes(s))))
        return ask(figures, { missing: ['token.report'] })
      if (on <= due) return pass
      return on - due > p.late_days ? deny(figures) : broken(figures)
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
