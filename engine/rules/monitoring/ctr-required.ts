import { isoDay, parseDay } from '../../dates.ts'
import { fact } from '../../facts/vocabulary.ts'
import { formatMicro, meets, micro } from '../../money.ts'
import { ask, broken, defineRule, pass } from '../../rule.ts'

export default defineRule({
  code: 'CTR_REQUIRED',
  version: 1,
  market: 'monitoring',
  checks: ['payment', 'monitoring'],
  order: 1710,
  sentence: 'Currency of more than 10,000 USD in one business day, in or out, is reported within 15 days.',
  message: {
    info: 'Report the currency transactions of the day by {due}: {sum} USD {direction}.',
    needs_info: 'The person behind more than 10,000 USD in currency has to be identified first.',
  },
  citation: { label: '31 CFR 1010.311, 1010.313, 1010.306, 1010.312', url: 'https://www.ecfr.gov/current/title-31/section-1010.311' },
  certainty: 'V',
  in_force_from: '2025-01-01',
  severity: 'info',
  visibility: 'officer',
  params: { threshold: '10000', op: '>', days: 15 },
  needs: {
    cash: fact('history.cash'),
    today: fact('tenant.business_day'),
    identified: fact('history.cash_identified'),
  },
  holds: (f, p) => {
    for (const direction of ['in', 'out']) {
      // Currency in and currency out are never netted against each other.
      let sum = 0n
      for (const c of f.cash) if (c.day === f.today && c.direction === direction) sum += c.amount
      if (!meets(sum, p.op, micro(p.threshold))) continue
      if (!f.identified) return ask({}, { missing: ['history.cash_identified'] })
      return broken({
        sum: formatMicro(sum),
        direction,
        due: isoDay((parseDay(f.today) ?? 0) + p.days),
        task: 'currency_transaction_report',
      })
    }
    return pass
  },
  given: {
    check: 'monitoring',
    'tenant.business_day': '2026-11-20',
    'history.cash_identified': true,
    'history.cash': [{ at: '2026-11-20T15:00:00Z', day: '2026-11-20', place: 'a', amount: '10000.00', direction: 'in' }],
  },
  goldens: [
    { name: '10,000.00', facts: {}, expect: 'pass' },
    { name: '10,000.01', facts: { 'history.cash.0.amount': '10000.01' }, expect: 'info', details: { due: '2026-12-05', sum: '10000.01' } },
    { name: '10,000.000001', facts: { 'history.cash.0.amount': '10000.000001' }, expect: 'info' },
    {
      name: '6,000 in and 5,000 out',
      facts: {
        'history.cash': [
          { at: '2026-11-20T15:00:00Z', day: '2026-11-20', place: 'a', amount: '6000', direction: 'in' },
          { at: '2026-11-20T16:00:00Z', day: '2026-11-20', place: 'a', amount: '5000', direction: 'out' },
        ],
      },
      expect: 'pass',
    },
    {
      name: '6,000 and 4,000.01 in at two branches',
      facts: {
        'history.cash': [
          { at: '2026-11-20T15:00:00Z', day: '2026-11-20', place: 'a', amount: '6000', direction: 'in' },
          { at: '2026-11-20T16:00:00Z', day: '2026-11-20', place: 'b', amount: '4000.01', direction: 'in' },
        ],
      },
      expect: 'info',
    },
    {
      name: '6,000 and 4,000.01 out',
      facts: {
        'history.cash': [
          { at: '2026-11-20T15:00:00Z', day: '2026-11-20', place: 'a', amount: '6000', direction: 'out' },
          { at: '2026-11-20T16:00:00Z', day: '2026-11-20', place: 'b', amount: '4000.01', direction: 'out' },
        ],
      },
      expect: 'info',
    },
    { name: 'another day', facts: { 'history.cash.0.amount': '20000', 'history.cash.0.day': '2026-11-19' }, expect: 'pass' },
    { name: 'not identified', facts: { 'history.cash.0.amount': '10000.01', 'history.cash_identified': false }, expect: 'needs_info' },
    { name: 'no cash', facts: { 'history.cash': [] }, expect: 'pass' },
    { name: 'unknown', facts: { 'history.cash': null }, expect: 'needs_info' },
  ],
})
