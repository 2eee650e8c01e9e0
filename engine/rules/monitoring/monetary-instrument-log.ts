import { fact } from '../../facts/vocabulary.ts'
import { meets, micro } from '../../money.ts'
import { broken, defineRule, pass } from '../../rule.ts'

export default defineRule({
  code: 'MONETARY_INSTRUMENT_LOG',
  version: 1,
  market: 'monitoring',
  checks: ['payment', 'monitoring'],
  order: 1711,
  sentence: "A voucher bought with currency of 3,000 to 10,000 USD needs the buyer's identification on record.",
  message: 'The buyer’s identification has to be on record for vouchers of 3,000 to 10,000 USD bought with currency.',
  citation: { label: '31 CFR 1010.415', url: 'https://www.ecfr.gov/current/title-31/section-1010.415' },
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'ask',
  params: { threshold: '3000', op: '>=' },
  needs: {
    vouchers: fact('history.vouchers'),
    today: fact('tenant.business_day'),
    identified: fact('history.cash_identified'),
  },
  holds: (f, p) => {
    let sum = 0n
    for (const v of f.vouchers) if (v.day === f.today) sum += v.amount
    return sum === 0n || !meets(sum, p.op, micro(p.threshold)) || f.identified ? pass : broken({}, { missing: ['history.cash_identified'] })
  },
  given: {
    check: 'monitoring',
    'tenant.business_day': '2026-11-20',
    'history.cash_identified': false,
    'history.vouchers': [{ day: '2026-11-20', amount: '3000' }],
  },
  goldens: [
    { name: '2,999.99', facts: { 'history.vouchers.0.amount': '2999.99' }, expect: 'pass' },
    { name: '3,000', facts: {}, expect: 'needs_info' },
    {
      name: 'two of one day',
      facts: {
        'history.vouchers': [
          { day: '2026-11-20', amount: '1500' },
          { day: '2026-11-20', amount: '1500' },
        ],
      },
      expect: 'needs_info',
    },
    {
      name: 'two of two days',
      facts: {
        'history.vouchers': [
          { day: '2026-11-19', amount: '1500' },
          { day: '2026-11-20', amount: '1500' },
        ],
      },
      expect: 'pass',
    },
    { name: 'identified', facts: { 'history.cash_identified': true }, expect: 'pass' },
    { name: 'none', facts: { 'history.vouchers': [] }, expect: 'pass' },
    { name: 'unknown', facts: { 'history.vouchers': null }, expect: 'needs_info' },
  ],
})
