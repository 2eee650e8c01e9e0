import { SALE_CASE } from '../../cases/nft.ts'
import { liveOf } from '../../facts/groups/credential.ts'
import { buyer } from '../../facts/groups/nft.ts'
import { fact } from '../../facts/vocabulary.ts'
import { k } from '../../facts.ts'
import { meets, micro } from '../../money.ts'
import { broken, defineRule, info, pass } from '../../rule.ts'

export default defineRule({
  code: 'NFT_ART_MARKET_DUTY',
  version: 1,
  market: 'nfts',
  checks: ['nft.sale'],
  order: 1315,
  sentence: 'An art trader in the EU or UK knows the buyer to the enhanced level from 10,000 EUR.',
  message: {
    needs_info: 'From 10,000 EUR an art trader needs the buyer’s enhanced verification.',
    info: 'The buyer is verified to the enhanced level, as an art trader has to from 10,000 EUR.',
  },
  citation: {
    label: 'Directive (EU) 2015/849 art 2(1)(3)(i); UK MLR 2017 reg 14(1)(d)',
    url: 'https://eur-lex.europa.eu/eli/dir/2015/849',
  },
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'ask',
  byte: 33,
  codes: { needs_info: 43 },
  params: { threshold: '10000', op: '>=' },
  needs: { ...buyer, trader: fact('tenant.art_trader'), art: fact('asset.is_art'), eur: fact('sale.total', k.eur) },
  applies: (f) => f.trader && f.art,
  holds: (f, p, now) => {
    if (!meets(f.eur, p.op, micro(p.threshold))) return pass
    return liveOf(f.buyerLevels, f.buyerState, f.buyerExpires, now).includes('enhanced')
      ? info()
      : broken({}, { missing: ['buyer.credential'] })
  },
  given: { ...SALE_CASE, 'tenant.art_trader': true, 'asset.is_art': true, 'sale.total': { amount: '10000', currency: 'EUR' } },
  goldens: [
    { name: '9,999.99 EUR', facts: { 'sale.total.amount': '9999.99' }, expect: 'pass' },
    { name: '10,000 EUR, basic', facts: {}, expect: 'needs_info' },
    { name: '10,000 EUR, enhanced', facts: { 'buyer.credential.levels': ['basic', 'enhanced'] }, expect: 'info' },
    { name: '10,000.000001 EUR, basic', facts: { 'sale.total.amount': '10000.000001' }, expect: 'needs_info' },
    { name: 'not art', facts: { 'asset.is_art': false }, expect: 'not_applicable' },
    { name: 'not an art trader', facts: { 'tenant.art_trader': false }, expect: 'not_applicable' },
    { name: 'unknown', facts: { 'tenant.art_trader': null }, expect: 'needs_info' },
  ],
})
