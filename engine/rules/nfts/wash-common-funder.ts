import { WASH_NONE } from '../../cases/nft.ts'
import { wash } from '../../facts/groups/nft.ts'
import { defineRule } from '../../rule.ts'
import { washVerdict } from '../../wash-verdict.ts'

export default defineRule({
  code: 'WASH_COMMON_FUNDER',
  version: 1,
  market: 'nfts',
  checks: ['nft.sale'],
  order: 1351,
  sentence: 'The seller did not fund the buyer.',
  message: "The seller funded the buyer's first gas or half of the price ({points} points).",
  citation: { label: 'Sealwright product rule, published weights', url: null },
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'info',
  visibility: 'officer',
  byte: 250,
  params: {},
  needs: wash,
  holds: (f) => washVerdict('WASH_COMMON_FUNDER', f.wash),
  given: { 'sale.wash': WASH_NONE },
  goldens: [
    { name: 'nothing', facts: {}, expect: 'pass' },
    { name: '50 percent', facts: { 'sale.wash.funderBps': 5_000 }, expect: 'info', details: { points: 40 } },
    { name: '49.99 percent', facts: { 'sale.wash.funderBps': 4_999 }, expect: 'pass' },
    { name: 'through a listed exchange', facts: { 'sale.wash.funderBps': 5_000, 'sale.wash.viaExchange': true }, expect: 'pass' },
    { name: 'not measured', facts: { 'sale.wash': 'none' }, expect: 'not_applicable', reason: 'WASH_NOT_MEASURED' },
    { name: 'unknown', facts: { 'sale.wash': null }, expect: 'needs_info' },
  ],
})
