import { fact } from '../../facts/vocabulary.ts'
import { broken, defineRule, pass } from '../../rule.ts'

export default defineRule({
  code: 'WASH_SELF',
  version: 1,
  market: 'nfts',
  checks: ['nft.sale'],
  order: 1350,
  sentence: 'Buyer and seller are not the same person.',
  message: 'Buyer and seller are the same person.',
  citation: { label: 'Sealwright product rule', url: null },
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'block',
  visibility: 'officer',
  byte: 250,
  codes: { fail: 47 },
  params: {},
  needs: { same: fact('sale.same_person') },
  holds: (f) => (f.same ? broken({ points: 100 }) : pass),
  given: { 'sale.same_person': false },
  goldens: [
    { name: 'different persons', facts: {}, expect: 'pass' },
    { name: 'two wallets of one person', facts: { 'sale.same_person': true }, expect: 'fail', details: { points: 100 } },
    { name: 'unknown', facts: { 'sale.same_person': null }, expect: 'needs_info' },
  ],
})
