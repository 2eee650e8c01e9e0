import { addBusinessDays, isoDay } from '../../dates.ts'
import { token, underGenius } from '../../facts/groups/token.ts'
import { fact } from '../../facts/vocabulary.ts'
import { broken, defineRule, pass } from '../../rule.ts'

export default defineRule({
  code: 'GENIUS_REDEMPTION',
  version: 1,
  market: 'payments',
  checks: ['monitoring'],
  order: 1216,
  sentence: 'Redemption is paid within two business days, and a new fee is shown seven days before.',
  message: {
    warn: 'By the two business days that the OCC proposed the redemption was due on {due}, or a fee changed with less than {notice_days} days of notice.',
    info: 'From {in_force_from} redemption is timely: by the two business days that the OCC proposed this one was due on {due}.',
  },
  citation: {
    label: 'Pub. L. 119-27 sec. 4(a)(1)(B); OCC proposal of 2026-06-22',
    url: 'https://www.congress.gov/119/plaws/publ27/PLAW-119publ27.pdf',
  },
  certainty: 'R',
  in_force_from: '2025-07-18',
  severity: 'warn',
  params: { business_days: 2, notice_days: 7, in_force: '2027-01-18' },
  needs: {
    redemption: fact('case.redemption'),
    frameworks: token.frameworks,
    early: token.early,
  },
  holds: (f, p, now) => {
    const r = f.redemption
    if (r === null) return pass
    const due = addBusinessDays(r.requested_on, p.business_days)
    const judge = () => {
      const late = (r.paid_on ?? now.day) > due
      return late || (r.fee_notice_days !== null && r.fee_notice_days < p.notice_days) ? broken({ due: isoDay(due) }) : pass
    }
    // Rulesets until 2026.11.9 took the act to be in force, for every coin.
    const from = p.in_force as string | null | undefined
    if (!from) return judge()
    return f.frameworks.includes('genius') ? underGenius(f, from, now, judge) : pass
  },
  given: {
    'case.redemption': { requested_on: '2026-11-13', paid_on: '2026-11-17', fee_notice_days: 'none' },
    'token.frameworks': ['genius'],
    'tenant.genius_early': true,
  },
  goldens: [
    { name: 'asked Friday, paid Tuesday', facts: {}, expect: 'pass' },
    {
      name: 'asked Friday, paid Wednesday',
      facts: { 'case.redemption.paid_on': '2026-11-18' },
      expect: 'warn',
      details: { due: '2026-11-17' },
    },
    {
      name: 'paid late, before the act is in force',
      facts: { 'case.redemption.paid_on': '2026-11-18', 'tenant.genius_early': false },
      expect: 'info',
      details: { due: '2026-11-17', in_force_from: '2027-01-18' },
    },
    {
      name: 'paid late, on the first day of the act',
      facts: {
        as_of: '2027-01-18T17:00:00Z',
        'case.redemption': { requested_on: '2027-01-11', paid_on: 'none', fee_notice_days: 'none' },
        'tenant.genius_early': false,
      },
      expect: 'warn',
      details: { due: '2027-01-13' },
    },
    {
      name: 'an e-money token of the European Union, paid late',
      facts: { 'case.redemption.paid_on': '2026-11-18', 'token.frameworks': ['mica'] },
      expect: 'pass',
    },
    {
      name: 'paid late, nobody says under which law the coin is',
      facts: { 'case.redemption.paid_on': '2026-11-18', 'token.frameworks': null },
      expect: 'needs_info',
    },
    {
      name: 'paid late, by a ruleset until 2026.11.9',
      facts: { 'case.redemption.paid_on': '2026-11-18', 'token.frameworks': null, 'tenant.genius_early': null },
      params: { in_force: null },
      expect: 'warn',
      details: { due: '2026-11-17' },
    },
    { name: 'not paid yet', facts: { 'case.redemption.paid_on': 'none' }, expect: 'warn' },
    { name: 'fee shown seven days before', facts: { 'case.redemption.fee_notice_days': 7 }, expect: 'pass' },
    { name: 'fee shown six days before', facts: { 'case.redemption.fee_notice_days': 6 }, expect: 'warn' },
    { name: 'nothing to redeem', facts: { 'case.redemption': 'none' }, expect: 'pass' },
    { name: 'unknown', facts: { 'case.redemption': null }, expect: 'needs_info' },
  ],
})
