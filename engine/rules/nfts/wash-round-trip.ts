import { WASH_NONE } from '../../cases/nft.ts'
import { wash } from '../../facts/groups/nft.ts'
import { defineRule } from '../../rule.ts'
import { washVerdict } from '../../wash-verdict.ts'

export default defineRule({
  code: 'WASH_ROUND_TRIP',
  version: 1,
  market: 'nfts',
  checks: ['nft.sale'],
  order: 1352,
  sentence: 'The token does not come back to an earlier owner within 30 days.',
  message: 'The token comes back to an earlier owner within 30 days ({points} points).',
  citation: { label: 'Sealwright product rule, published weights', url: null },
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'info',
  visibility: 'officer',
  byte: 250,
  params: {},
  needs: wash,
  holds: (f) => washVerdict('WASH_ROUND_TRIP', f.wash),
  given: { 'sale.wash': WASH_NONE },
  goldens: [
    { name: 'nothing', facts: {}, expect: 'pass' },
    { name: 'two returns', facts: { 'sale.wash.returns30d': 2 }, expect: 'info', details: { points: 35 } },
    { name: 'one return', facts: { 'sale.wash.returns30d': 1 }, expect: 'info', details: { points: 15 } },
    { name: 'day 31', facts: { 'sale.wash.returns30d': 0 }, expect: 'pass' },
    { name: 'not measured', facts: { 'sale.wash': 'none' }, expect: 'not_applicable', reason: 'WASH_NOT_MEASURED' },
    { name: 'unknown', facts: { 'sale.wash': null }, expect: 'needs_info' },
  ],
})
