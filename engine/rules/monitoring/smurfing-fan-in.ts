import { fanIn } from '../../calculations/structuring.ts'
import { tx } from '../../facts/groups/payment.ts'
import { fact } from '../../facts/vocabulary.ts'
import { broken, defineRule, pass } from '../../rule.ts'

const arrivals = (count: number, usd: string) =>
  Array.from({ length: count }, (_, i) => ({ at: `2026-11-21T${String(i + 1).padStart(2, '0')}:00:00Z`, usd, counterparty: `c${i}` }))

export default defineRule({
  code: 'SMURFING_FAN_IN',
  version: 1,
  market: 'monitoring',
  checks: ['payment'],
  order: 1724,
  sentence: 'Many small arrivals are not gathered and sent on at once.',
  message: 'Many small arrivals were gathered and sent on at once.',
  citation: {
    label: 'FATF virtual assets red flag indicators of 2020',
    url: 'https://www.fatf-gafi.org/en/publications/Methodsandtrends/Virtual-assets-red-flag-indicators.html',
  },
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'hold',
  visibility: 'officer',
  byte: 250,
  params: {},
  needs: {
    incoming: fact('history.incoming'),
    outgoing: fact('history.outgoing'),
    beneficiary: fact('tx.beneficiary'),
    usd: tx.usd,
  },
  holds: (f, _p, now) => {
    if (f.incoming.length === 0) return pass
    const flow = (e: { at: number; usd: bigint; counterparty: string }) => ({ at: e.at, micro: e.usd, counterparty: e.counterparty })
    const out = f.outgoing.map(flow)
    out.push({ at: now.ms, micro: f.usd, counterparty: f.beneficiary })
    return fanIn(f.incoming.map(flow), out) ? broken() : pass
  },
  given: {
    'tx.amount': { amount: '8360', currency: 'USD' },
    'tx.beneficiary': 'b',
    'history.incoming': arrivals(11, '950'),
    'history.outgoing': [],
  },
  goldens: [
    { name: '11 times 950 and 80 percent leave', facts: {}, expect: 'review' },
    { name: '79.99 percent leave', facts: { 'tx.amount.amount': '8358.95' }, expect: 'pass' },
    { name: '10 times 999', facts: { 'history.incoming': arrivals(10, '999'), 'tx.amount.amount': '9990' }, expect: 'pass' },
    { name: 'nothing arrived', facts: { 'history.incoming': [] }, expect: 'pass' },
    { name: 'unknown', facts: { 'history.incoming': null }, expect: 'needs_info' },
  ],
})
