import { WASH_NONE } from '../../cases/nft.ts'
import { wash } from '../../facts/groups/nft.ts'
import { defineRule } from '../../rule.ts'
import { washVerdict } from '../../wash-verdict.ts'

export default defineRule({
  code: 'WASH_ZERO_RISK',
  version: 1,
  market: 'nfts',
  checks: ['nft.sale'],
  order: 1354,
  sentence: 'The price does not flow back to the buyer.',
  message: 'Nearly the whole price flows back to the buyer within 24 hours ({points} points).',
  citation: { label: 'Sealwright product rule, published weights', url: null },
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'info',
  visibility: 'officer',
  byte: 250,
  params: {},
  needs: wash,
  holds: (f) => washVerdict('WASH_ZERO_RISK', f.wash),
  given: { 'sale.wash': WASH_NONE },
  goldens: [
    { name: 'nothing', facts: {}, expect: 'pass' },
    { name: '2 percent kept', facts: { 'sale.wash.keptBps': 200 }, expect: 'info', details: { points: 40 } },
    { name: '2.01 percent kept', facts: { 'sale.wash.keptBps': 201 }, expect: 'pass' },
    { name: 'not measured', facts: { 'sale.wash': 'none' }, expect: 'not_applicable', reason: 'WASH_NOT_MEASURED' },
    { name: 'unknown', facts: { 'sale.wash': null }, expect: 'needs_info' },
  ],
})
