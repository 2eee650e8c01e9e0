import { isoDay } from '../../dates.ts'
import { fact } from '../../facts/vocabulary.ts'
import { formatMicro, meets, micro } from '../../money.ts'
import { broken, defineRule, pass } from '../../rule.ts'

export default defineRule({
  code: 'SAR_CANDIDATE',
  version: 1,
  market: 'monitoring',
  checks: ['monitoring'],
  order: 1730,
  sentence: 'A suspicion at or above the reporting amount becomes a case with its clock; the engine never files.',
  message: 'Suspicion of {sum} USD; decide on a report by {due}.',
  citation: { label: '31 CFR 1022.320, 1020.320, 1023.320', url: 'https://www.ecfr.gov/current/title-31/section-1020.320' },
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'info',
  visibility: 'officer',
  params: { msb: '2000', bank: '5000', op: '>=', days: 30, more_days: 30 },
  needs: {
    case: fact('case.suspicion'),
    type: fact('tenant.us_bsa_type'),
  },
  holds: (f, p) => {
    if (f.case === null) return pass
    const money = f.type === 'msb'
    const reached = meets(f.case.amount, p.op, micro(money ? p.msb : p.bank))
    // Without a known suspect a bank or broker has the longer clock; a money services business does not.
    const days = p.days + (!money && !f.case.suspect_known ? p.more_days : 0)
    return broken({
      sum: formatMicro(f.case.amount),
      mandatory: reached && f.type !== 'none',
      task: reached ? 'open_case' : 'voluntary',
      due: isoDay(f.case.detected_on + days),
    })
  },
  given: { 'tenant.us_bsa_type': 'msb', 'case.suspicion': { amount: '2000', detected_on: '2026-11-21', suspect_known: true } },
  goldens: [
    { name: 'money services business, 2,000', facts: {}, expect: 'info', details: { task: 'open_case', due: '2026-12-21' } },
    {
      name: 'money services business, 1,999.99',
      facts: { 'case.suspicion.amount': '1999.99' },
      expect: 'info',
      details: { task: 'voluntary' },
    },
    {
      name: 'bank, 5,000',
      facts: { 'tenant.us_bsa_type': 'bank', 'case.suspicion.amount': '5000' },
      expect: 'info',
      details: { task: 'open_case', due: '2026-12-21' },
    },
    {
      name: 'bank, 4,999.99',
      facts: { 'tenant.us_bsa_type': 'bank', 'case.suspicion.amount': '4999.99' },
      expect: 'info',
      details: { task: 'voluntary' },
    },
    {
      name: 'bank, no suspect',
      facts: { 'tenant.us_bsa_type': 'bank', 'case.suspicion.amount': '5000', 'case.suspicion.suspect_known': false },
      expect: 'info',
      details: { due: '2027-01-20' },
    },
    { name: 'nothing suspected', facts: { 'case.suspicion': 'none' }, expect: 'pass' },
    { name: 'unknown', facts: { 'case.suspicion': null }, expect: 'needs_info' },
  ],
})
