import { movesValue, sender, tx } from '../../facts/groups/payment.ts'
import { meets, micro } from '../../money.ts'
import { broken, defineRule, info, pass } from '../../rule.ts'

export default defineRule({
  code: 'LARGE_VALUE_10K',
  version: 1,
  market: 'payments',
  checks: ['payment'],
  order: 1240,
  sentence: 'A transfer of 10,000 USD or more in digital value needs enhanced verification.',
  message: {
    review: 'A transfer of {threshold} USD or more by a sender with basic verification.',
    info: 'A transfer of {threshold} USD or more.',
  },
  citation: { label: 'Sealwright product rule', url: null },
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'hold',
  byte: 29,
  codes: { review: 250 },
  params: { threshold: '10000', op: '>=' },
  needs: { market: tx.market, type: tx.type, usd: tx.usd, levels: sender.levels },
  applies: (f) => f.market === 'stablecoins' || movesValue(f),
  holds: (f, p) => {
    if (!meets(f.usd, p.op, micro(p.threshold))) return pass
    return f.levels.includes('enhanced') ? info() : broken()
  },
  given: {
    'tx.market': 'stablecoins',
    'tx.type': 'transfer',
    'tx.amount': { amount: '10000', currency: 'USD' },
    'from.credential.levels': ['basic'],
  },
  goldens: [
    { name: '9,999.99', facts: { 'tx.amount.amount': '9999.99' }, expect: 'pass' },
    { name: '9,999.999999', facts: { 'tx.amount.amount': '9999.999999' }, expect: 'pass' },
    { name: '10,000 basic', facts: {}, expect: 'review' },
    { name: '10,000 enhanced', facts: { 'from.credential.levels': ['enhanced'] }, expect: 'info' },
    { name: '10,000.000001 basic', facts: { 'tx.amount.amount': '10000.000001' }, expect: 'review' },
    { name: 'in the name of another market', facts: { 'tx.market': 'defi' }, expect: 'review' },
    { name: 'the mint of an NFT', facts: { 'tx.market': 'nfts', 'tx.type': 'mint' }, expect: 'not_applicable' },
    { name: 'level unknown', facts: { 'from.credential.levels': null }, expect: 'needs_info' },
  ],
})
