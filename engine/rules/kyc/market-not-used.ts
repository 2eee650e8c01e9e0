import { fact } from '../../facts/vocabulary.ts'
import { broken, defineRule, pass } from '../../rule.ts'

/** In which market a check stands; a payment says it itself. */
const MARKET_OF: Readonly<Record<string, string>> = {
  'nft.sale': 'nfts',
  'nft.creator': 'nfts',
  'defi.access': 'defi',
  'gaming.age': 'gaming',
  transfer: 'securities',
  'investment.accept': 'securities',
  'token.issue': 'securities',
}

export default defineRule({
  code: 'MARKET_NOT_USED',
  version: 1,
  market: 'kyc',
  checks: ['payment', 'nft.sale', 'nft.creator', 'defi.access', 'gaming.age', 'transfer', 'investment.accept', 'token.issue'],
  order: 1004,
  orderIn: { transfer: 247, 'investment.accept': 499, 'token.issue': 499 },
  sentence: 'Nothing is done in a market that the organisation says it does not use.',
  message: 'Your organisation does not use the market {named}. It says so in its settings.',
  citation: { label: 'Setting of the organisation', url: null },
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: {},
  needs: { markets: fact('tenant.markets_used'), market: fact('tx.market') },
  applies: (f) => f.markets !== null,
  holds: (f, _p, now) => {
    const named = MARKET_OF[now.check] ?? f.market
    return f.markets!.some((one) => one === named) ? pass : broken({ named })
  },
  given: { check: 'payment', 'tenant.markets_used': ['stablecoins', 'defi'], 'tx.market': 'stablecoins' },
  goldens: [
    { name: 'a payment in a market that is used', facts: {}, expect: 'pass' },
    { name: 'a payment in another', facts: { 'tx.market': 'nfts' }, expect: 'fail', details: { named: 'nfts' } },
    { name: 'market unknown', facts: { 'tx.market': null }, expect: 'needs_info' },
    { name: 'access to a protocol', facts: { check: 'defi.access' }, expect: 'pass' },
    { name: 'a game', facts: { check: 'gaming.age' }, expect: 'fail', details: { named: 'gaming' } },
    { name: 'no market at all', facts: { 'tenant.markets_used': [] }, expect: 'fail' },
    { name: 'nothing is said', facts: { 'tenant.markets_used': 'none', 'tx.market': 'nfts' }, expect: 'not_applicable' },
    { name: 'unknown', facts: { 'tenant.markets_used': null }, expect: 'needs_info' },
  ],
})
