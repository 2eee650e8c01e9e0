import { fanOut } from '../../calculations/structuring.ts'
import { tx } from '../../facts/groups/payment.ts'
import { fact } from '../../facts/vocabulary.ts'
import { broken, defineRule, pass } from '../../rule.ts'

const payments = (count: number, usd: string) =>
  Array.from({ length: count }, (_, i) => ({ at: `2026-11-21T${String(i + 3).padStart(2, '0')}:00:00Z`, usd, counterparty: `c${i}` }))

export default defineRule({
  code: 'SMURFING_FAN_OUT',
  version: 1,
  market: 'monitoring',
  checks: ['payment'],
  order: 1725,
  sentence: 'What arrives is not spread at once over many small payments.',
  message: 'What arrived was spread at once over many small payments.',
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
    if (f.outgoing.length === 0) return pass
    const flow = (e: { at: number; usd: bigint; counterparty: string }) => ({ at: e.at, micro: e.usd, counterparty: e.counterparty })
    const out = f.outgoing.map(flow)
    out.push({ at: now.ms, micro: f.usd, counterparty: f.beneficiary })
    return fanOut(f.incoming.map(flow), out) ? broken() : pass
  },
  given: {
    'tx.amount': { amount: '950', currency: 'USD' },
    'tx.beneficiary': 'b',
    'history.incoming': [{ at: '2026-11-21T02:00:00Z', usd: '11000', counterparty: 'x' }],
    'history.outgoing': payments(10, '950'),
  },
  goldens: [
    { name: '11,000 in and 11 times 950 out', facts: {}, expect: 'review' },
    { name: 'less than 80 percent leaves', facts: { 'history.incoming.0.usd': '13062.51' }, expect: 'pass' },
    { name: 'exactly 80 percent leaves', facts: { 'history.incoming.0.usd': '13062.5' }, expect: 'review' },
    { name: 'nothing left before', facts: { 'history.outgoing': [] }, expect: 'pass' },
    { name: 'unknown', facts: { 'history.outgoing': null }, expect: 'needs_info' },
  ],
})
