import { splitOverWallets } from '../../calculations/structuring.ts'
import { tx } from '../../facts/groups/payment.ts'
import { fact } from '../../facts/vocabulary.ts'
import { micro } from '../../money.ts'
import { broken, defineRule, info, pass } from '../../rule.ts'

const sent = (wallet: string, usd: string) => ({ at: '2026-11-21T10:00:00Z', usd, eur: usd, beneficiary: 'b', wallet })

export default defineRule({
  code: 'STRUCTURING_SPLIT_WALLETS',
  version: 1,
  market: 'monitoring',
  checks: ['payment'],
  order: 1723,
  sentence: 'One payment is not split over several wallets of one person or source.',
  message: {
    review: 'Several wallets of one person together reach the threshold.',
    info: 'Several wallets pay one beneficiary; whether they belong together is not known.',
  },
  citation: { label: '31 USC 5324', url: 'https://www.ecfr.gov/current/title-31/section-1010.314' },
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'hold',
  visibility: 'officer',
  byte: 250,
  params: { threshold: '3000' },
  needs: {
    cluster: fact('history.cluster_transfers'),
    linked: fact('history.cluster_linked'),
    beneficiary: fact('tx.beneficiary'),
    wallet: fact('tx.from_wallet'),
    usd: tx.usd,
  },
  holds: (f, p, now) => {
    if (f.cluster.length < 2) return pass
    const events = f.cluster.map((t) => ({ at: t.at, micro: t.usd, beneficiary: t.beneficiary, wallet: t.wallet }))
    events.push({ at: now.ms, micro: f.usd, beneficiary: f.beneficiary, wallet: f.wallet })
    if (!splitOverWallets(events, now.ms, f.beneficiary, micro(p.threshold))) return pass
    return f.linked ? broken() : info()
  },
  given: {
    'tx.amount': { amount: '1100', currency: 'USD' },
    'tx.beneficiary': 'b',
    'tx.from_wallet': 'w3',
    'history.cluster_linked': true,
    'history.cluster_transfers': [sent('w1', '1100'), sent('w2', '1100')],
  },
  goldens: [
    { name: 'three times 1,100', facts: {}, expect: 'review' },
    {
      name: 'three times 900',
      facts: { 'tx.amount.amount': '900', 'history.cluster_transfers': [sent('w1', '900'), sent('w2', '900')] },
      expect: 'pass',
    },
    {
      name: 'three times 1,000',
      facts: { 'tx.amount.amount': '1000', 'history.cluster_transfers': [sent('w1', '1000'), sent('w2', '1000')] },
      expect: 'review',
    },
    { name: 'a cent below the threshold together', facts: { 'tx.amount.amount': '799.99' }, expect: 'pass' },
    { name: 'persons not known', facts: { 'history.cluster_linked': false }, expect: 'info' },
    { name: 'nothing known to belong together', facts: { 'history.cluster_transfers': [] }, expect: 'pass' },
    { name: 'unknown', facts: { 'history.cluster_transfers': null }, expect: 'needs_info' },
  ],
})
