import { addBusinessDays, isoDay } from '../../dates.ts'
import { fact } from '../../facts/vocabulary.ts'
import { broken, defineRule, pass } from '../../rule.ts'

export default defineRule({
  code: 'GENIUS_REDEMPTION',
  version: 1,
  market: 'payments',
  checks: ['monitoring'],
  order: 1216,
  sentence: 'Redemption is paid within two business days, and a new fee is shown seven days before.',
  message: 'The redemption was due on {due}, or a fee changed with less than {notice_days} days of notice.',
  citation: {
    label: 'Pub. L. 119-27 sec. 4(a)(1)(B); OCC proposal of 2026-06-22',
    url: 'https://www.congress.gov/119/plaws/publ27/PLAW-119publ27.pdf',
  },
  certainty: 'R',
  in_force_from: '2025-07-18',
  severity: 'warn',
  params: { business_days: 2, notice_days: 7 },
  needs: {
    redemption: fact('case.redemption'),
  },
  holds: (f, p, now) => {
    const r = f.redemption
    if (r === null) return pass
    const due = addBusinessDays(r.requested_on, p.business_days)
    const late = (r.paid_on ?? now.day) > due
    return late || (r.fee_notice_days !== null && r.fee_notice_days < p.notice_days) ? broken({ due: isoDay(due) }) : pass
  },
  given: { 'case.redemption': { requested_on: '2026-11-13', paid_on: '2026-11-17', fee_notice_days: 'none' } },
  goldens: [
    { name: 'asked Friday, paid Tuesday', facts: {}, expect: 'pass' },
    {
      name: 'asked Friday, paid Wednesday',
      facts: { 'case.redemption.paid_on': '2026-11-18' },
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
