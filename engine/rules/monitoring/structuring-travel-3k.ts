import { transfersStructured } from '../../calculations/structuring.ts'
import { tx } from '../../facts/groups/payment.ts'
import { fact } from '../../facts/vocabulary.ts'
import { broken, defineRule, pass } from '../../rule.ts'

const sent = (at: string, usd: string) => ({ at, usd, eur: usd, beneficiary: 'b', wallet: 'w' })

export default defineRule({
  code: 'STRUCTURING_TRAVEL_3K',
  version: 1,
  market: 'monitoring',
  checks: ['payment'],
  order: 1721,
  sentence: 'Transfers are not split so as to stay under 3,000 USD.',
  message: 'Transfers look split so as to stay under 3,000 USD.',
  citation: { label: '31 USC 5324(a); 31 CFR 1010.410', url: 'https://www.ecfr.gov/current/title-31/section-1010.314' },
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'hold',
  visibility: 'officer',
  byte: 250,
  params: {},
  needs: { transfers: fact('history.transfers'), beneficiary: fact('tx.beneficiary'), usd: tx.usd },
  holds: (f, _p, now) => {
    if (f.transfers.length < 2) return pass
    const events = f.transfers.map((t) => ({ at: t.at, micro: t.usd, beneficiary: t.beneficiary, wallet: t.wallet }))
    events.push({ at: now.ms, micro: f.usd, beneficiary: f.beneficiary, wallet: 'this' })
    return transfersStructured(events, now.ms, f.beneficiary) ? broken() : pass
  },
  given: {
    'tx.amount': { amount: '2900', currency: 'USD' },
    'tx.beneficiary': 'b',
    'history.transfers': [sent('2026-11-18T17:00:01Z', '2900'), sent('2026-11-20T17:00:00Z', '2900')],
  },
  goldens: [
    { name: '2,900 three times in 72 hours', facts: {}, expect: 'review' },
    { name: 'the first 72 hours and a second ago', facts: { 'history.transfers.0.at': '2026-11-18T16:59:59Z' }, expect: 'pass' },
    {
      name: '2,399.99 three times',
      facts: {
        'tx.amount.amount': '2399.99',
        'history.transfers': [sent('2026-11-19T17:00:00Z', '2399.99'), sent('2026-11-20T17:00:00Z', '2399.99')],
      },
      expect: 'pass',
    },
    { name: 'other beneficiaries', facts: { 'tx.beneficiary': 'c' }, expect: 'pass' },
    { name: 'no history', facts: { 'history.transfers': [] }, expect: 'pass' },
    { name: 'unknown', facts: { 'history.transfers': null }, expect: 'needs_info' },
  ],
})
