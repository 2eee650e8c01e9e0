import { WASH_NONE } from '../../cases/nft.ts'
import { wash } from '../../facts/groups/nft.ts'
import { defineRule } from '../../rule.ts'
import { washVerdict } from '../../wash-verdict.ts'

export default defineRule({
  code: 'WASH_VELOCITY',
  version: 1,
  market: 'nfts',
  checks: ['nft.sale'],
  order: 1355,
  sentence: 'The token is not sold five times in 24 hours.',
  message: 'The token is sold five times or more in 24 hours ({points} points).',
  citation: { label: 'Sealwright product rule, published weights', url: null },
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'info',
  visibility: 'officer',
  byte: 250,
  params: {},
  needs: wash,
  holds: (f) => washVerdict('WASH_VELOCITY', f.wash),
  given: { 'sale.wash': WASH_NONE },
  goldens: [
    { name: 'nothing', facts: {}, expect: 'pass' },
    { name: 'five', facts: { 'sale.wash.sales24h': 5 }, expect: 'info', details: { points: 15 } },
    { name: 'four', facts: { 'sale.wash.sales24h': 4 }, expect: 'pass' },
    { name: 'not measured', facts: { 'sale.wash': 'none' }, expect: 'not_applicable', reason: 'WASH_NOT_MEASURED' },
    { name: 'unknown', facts: { 'sale.wash': null }, expect: 'needs_info' },
  ],
})
