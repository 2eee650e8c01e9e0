import { WASH_NONE } from '../../cases/nft.ts'
import { wash } from '../../facts/groups/nft.ts'
import { defineRule } from '../../rule.ts'
import { washVerdict } from '../../wash-verdict.ts'

export default defineRule({
  code: 'WASH_PRICE_JUMP',
  version: 1,
  market: 'nfts',
  checks: ['nft.sale'],
  order: 1356,
  sentence: 'The price does not jump to ten times the median without an outside bid.',
  message: 'The price is ten times the 30-day median without an outside bid ({points} points).',
  citation: { label: 'Sealwright product rule, published weights', url: null },
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'info',
  visibility: 'officer',
  byte: 250,
  params: {},
  needs: wash,
  holds: (f) => washVerdict('WASH_PRICE_JUMP', f.wash),
  given: { 'sale.wash': WASH_NONE },
  goldens: [
    { name: 'nothing', facts: {}, expect: 'pass' },
    { name: '10.0 times', facts: { 'sale.wash.priceMultipleBps': 100_000 }, expect: 'info', details: { points: 15 } },
    { name: '9.99 times', facts: { 'sale.wash.priceMultipleBps': 99_900 }, expect: 'pass' },
    { name: 'an outside bid', facts: { 'sale.wash.priceMultipleBps': 100_000, 'sale.wash.outsideBid': true }, expect: 'pass' },
    { name: 'not measured', facts: { 'sale.wash': 'none' }, expect: 'not_applicable', reason: 'WASH_NOT_MEASURED' },
    { name: 'unknown', facts: { 'sale.wash': null }, expect: 'needs_info' },
  ],
})
