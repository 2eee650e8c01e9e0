import { WASH_NONE } from '../../cases/nft.ts'
import { wash } from '../../facts/groups/nft.ts'
import { defineRule } from '../../rule.ts'
import { washVerdict } from '../../wash-verdict.ts'

export default defineRule({
  code: 'WASH_FEE_FREE',
  version: 1,
  market: 'nfts',
  checks: ['nft.sale'],
  order: 1357,
  sentence: 'Trading is not both free of fee and rewarded by volume.',
  message: 'The marketplace takes no fee and pays for volume ({points} points).',
  citation: { label: 'Sealwright product rule, published weights', url: null },
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'info',
  visibility: 'officer',
  byte: 250,
  params: {},
  needs: wash,
  holds: (f) => washVerdict('WASH_FEE_FREE', f.wash),
  given: { 'sale.wash': WASH_NONE },
  goldens: [
    { name: 'nothing', facts: {}, expect: 'pass' },
    { name: 'both', facts: { 'sale.wash.feeBps': 0, 'sale.wash.volumeReward': true }, expect: 'info', details: { points: 10 } },
    { name: 'a fee of 0.5 percent', facts: { 'sale.wash.feeBps': 50, 'sale.wash.volumeReward': true }, expect: 'pass' },
    { name: 'not measured', facts: { 'sale.wash': 'none' }, expect: 'not_applicable', reason: 'WASH_NOT_MEASURED' },
    { name: 'unknown', facts: { 'sale.wash': null }, expect: 'needs_info' },
  ],
})
