import { fact } from '../../facts/vocabulary.ts'
import { broken, defineRule, pass } from '../../rule.ts'
import { STEADY_CURRENCIES } from '../../tables/steady-currencies.ts'

export default defineRule({
  code: 'NFT_PRICE_CURRENCY',
  version: 1,
  market: 'nfts',
  checks: ['nft.sale'],
  order: 1314,
  sentence: 'A price in a floating asset is converted at a rate of the five minutes before the sale.',
  message: 'The exchange rate of the price is not of the five minutes before the sale.',
  citation: { label: 'Sealwright product rule', url: null },
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'ask',
  byte: 32,
  codes: { needs_info: 46 },
  params: { max_seconds: 300, steady: STEADY_CURRENCIES },
  needs: { total: fact('sale.total'), at: fact('sale.rate_at'), asked: fact('sale.asked_at') },
  applies: (f, p) => !p.steady.includes(f.total.currency),
  holds: (f, p) => (f.at <= f.asked && f.asked - f.at <= p.max_seconds * 1_000 ? pass : broken({}, { missing: ['sale.rate_at'] })),
  given: {
    'sale.total': { amount: '2.5', currency: 'ETH' },
    'sale.rate_at': '2026-11-21T16:55:00Z',
    'sale.asked_at': '2026-11-21T17:00:00Z',
  },
  goldens: [
    { name: '5:00 old', facts: {}, expect: 'pass' },
    { name: '5:01 old', facts: { 'sale.rate_at': '2026-11-21T16:54:59Z' }, expect: 'needs_info' },
    { name: 'from the future', facts: { 'sale.rate_at': '2026-11-21T17:00:01Z' }, expect: 'needs_info' },
    {
      name: 'looked at again a day later',
      facts: { 'sale.rate_at': '2026-11-20T16:55:00Z', 'sale.asked_at': '2026-11-20T17:00:00Z' },
      expect: 'pass',
    },
    { name: 'of after the sale', facts: { 'sale.asked_at': '2026-11-21T16:54:59Z' }, expect: 'needs_info' },
    { name: 'nobody knows when the sale was asked about', facts: { 'sale.asked_at': null }, expect: 'needs_info' },
    { name: 'no rate time', facts: { 'sale.rate_at': null }, expect: 'needs_info' },
    { name: 'dollars', facts: { 'sale.total.currency': 'USD' }, expect: 'not_applicable' },
    { name: 'USDC', facts: { 'sale.total.currency': 'USDC' }, expect: 'not_applicable' },
    { name: 'USDT', facts: { 'sale.total.currency': 'USDT' }, expect: 'not_applicable' },
    { name: 'euro', facts: { 'sale.total.currency': 'EUR' }, expect: 'not_applicable' },
    { name: 'EURC', facts: { 'sale.total.currency': 'EURC' }, expect: 'not_applicable' },
    { name: 'sterling', facts: { 'sale.total.currency': 'GBP' }, expect: 'not_applicable' },
    { name: 'francs', facts: { 'sale.total.currency': 'CHF' }, expect: 'not_applicable' },
  ],
})
