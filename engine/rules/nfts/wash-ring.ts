import { WASH_NONE } from '../../cases/nft.ts'
import { wash } from '../../facts/groups/nft.ts'
import { defineRule } from '../../rule.ts'
import { washVerdict } from '../../wash-verdict.ts'

export default defineRule({
  code: 'WASH_RING',
  version: 1,
  market: 'nfts',
  checks: ['nft.sale'],
  order: 1353,
  sentence: 'The token is not traded in a ring of wallets.',
  message: 'Three or more wallets trade the token almost only among themselves ({points} points).',
  citation: { label: 'Sealwright product rule, published weights', url: null },
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'info',
  visibility: 'officer',
  byte: 250,
  params: {},
  needs: wash,
  holds: (f) => washVerdict('WASH_RING', f.wash),
  given: { 'sale.wash': WASH_NONE },
  goldens: [
    { name: 'nothing', facts: {}, expect: 'pass' },
    { name: '80 percent', facts: { 'sale.wash.ringWallets': 3, 'sale.wash.ringShareBps': 8_000 }, expect: 'info', details: { points: 40 } },
    { name: '79.9 percent', facts: { 'sale.wash.ringWallets': 3, 'sale.wash.ringShareBps': 7_990 }, expect: 'pass' },
    { name: 'not measured', facts: { 'sale.wash': 'none' }, expect: 'not_applicable', reason: 'WASH_NOT_MEASURED' },
    { name: 'unknown', facts: { 'sale.wash': null }, expect: 'needs_info' },
  ],
})
