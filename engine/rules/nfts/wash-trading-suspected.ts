import { washScore } from '../../calculations/wash-score.ts'
import { WASH_NONE } from '../../cases/nft.ts'
import { wash } from '../../facts/groups/nft.ts'
import { broken, defineRule, info, notApplicable, passWith } from '../../rule.ts'

export default defineRule({
  code: 'WASH_TRADING_SUSPECTED',
  version: 1,
  market: 'nfts',
  checks: ['nft.sale'],
  order: 1359,
  sentence: 'A sale with sixty or more wash-trading points is looked at by a person.',
  message: { review: 'Signs of wash trading: {score} points.', info: 'Some signs of wash trading: {score} points.' },
  citation: { label: 'Sealwright product rule, published weights', url: null },
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'hold',
  visibility: 'officer',
  byte: 250,
  params: { inform: 40, hold: 60 },
  needs: wash,
  holds: (f, p) => {
    if (f.wash === null) return { ...notApplicable, reason: 'WASH_NOT_MEASURED' }
    const { score } = washScore(f.wash)
    if (score >= p.hold) return broken({ score })
    return score >= p.inform ? info({ score }) : passWith({ score })
  },
  given: { 'sale.wash': WASH_NONE },
  goldens: [
    { name: 'nothing', facts: {}, expect: 'pass', details: { score: 0 } },
    { name: '35', facts: { 'sale.wash.returns30d': 2 }, expect: 'pass' },
    { name: '40', facts: { 'sale.wash.funderBps': 5_000 }, expect: 'info', details: { score: 40 } },
    {
      name: 'funder and velocity',
      facts: { 'sale.wash.funderBps': 5_000, 'sale.wash.sales24h': 5 },
      expect: 'info',
      details: { score: 55 },
    },
    {
      name: 'funder and ring',
      facts: { 'sale.wash.funderBps': 5_000, 'sale.wash.ringWallets': 3, 'sale.wash.ringShareBps': 8_000 },
      expect: 'review',
      details: { score: 80 },
    },
    {
      name: '60',
      facts: { 'sale.wash.returns30d': 2, 'sale.wash.sales24h': 5, 'sale.wash.feeBps': 0, 'sale.wash.volumeReward': true },
      expect: 'review',
      details: { score: 60 },
    },
    { name: 'no chain data', facts: { 'sale.wash': 'none' }, expect: 'not_applicable', reason: 'WASH_NOT_MEASURED' },
    { name: 'unknown', facts: { 'sale.wash': null }, expect: 'needs_info' },
  ],
})
