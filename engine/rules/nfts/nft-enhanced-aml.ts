import { SALE_CASE } from '../../cases/nft.ts'
import { factName } from '../../fact-names.ts'
import { liveOf } from '../../facts/groups/credential.ts'
import { buyer, linkedTotal, sale, seller } from '../../facts/groups/nft.ts'
import { fact } from '../../facts/vocabulary.ts'
import { meets, micro } from '../../money.ts'
import { broken, defineRule, pass, review } from '../../rule.ts'

export default defineRule({
  code: 'NFT_ENHANCED_AML',
  version: 1,
  market: 'nfts',
  checks: ['nft.sale'],
  order: 1312,
  sentence: 'From 100,000 USD buyer and seller are enhanced, funds, exposure and media are checked, and an officer approves.',
  message: { needs_info: 'From {threshold} USD more is needed: {lacking}.', review: 'From {threshold} USD an officer has to approve.' },
  citation: { label: 'Sealwright product rule (sale thresholds)', url: null },
  certainty: 'V',
  in_force_from: '2025-01-01',
  severity: 'ask',
  byte: 33,
  params: { threshold: '100000', op: '>=', max_hours: 24 },
  needs: {
    ...sale,
    ...buyer,
    ...seller,
    funds: fact('sale.source_of_funds'),
    media: fact('sale.pep_media_checked_at'),
    exposure: fact('sale.exposure_measured'),
    approved: fact('sale.officer_approved', { at_least: 'established' }),
  },
  holds: (f, p, now) => {
    if (!meets(linkedTotal(f, now), p.op, micro(p.threshold))) return pass
    const lacking: string[] = []
    if (!liveOf(f.buyerLevels, f.buyerState, f.buyerExpires, now).includes('enhanced')) lacking.push('buyer.credential')
    if (!liveOf(f.sellerLevels, f.sellerState, f.sellerExpires, now).includes('enhanced')) lacking.push('seller.credential')
    if (!f.funds) lacking.push('sale.source_of_funds')
    if (f.media === null || f.media > now.ms || now.ms - f.media > p.max_hours * 3_600_000) lacking.push('sale.pep_media_checked_at')
    if (!f.exposure) lacking.push('sale.exposure_measured')
    if (lacking.length > 0) return broken({ lacking: lacking.map(factName) }, { missing: lacking })
    return f.approved ? pass : review()
  },
  given: {
    ...SALE_CASE,
    'sale.total': { amount: '100000', currency: 'USD' },
    'buyer.credential.levels': ['enhanced'],
    'seller.credential.levels': ['enhanced'],
    'sale.source_of_funds': true,
    'sale.pep_media_checked_at': '2026-11-20T17:00:00Z',
    'sale.exposure_measured': true,
    'sale.officer_approved': true,
  },
  goldens: [
    {
      name: '99,999.99, both basic',
      facts: { 'sale.total.amount': '99999.99', 'buyer.credential.levels': ['basic'], 'seller.credential.levels': ['basic'] },
      expect: 'pass',
    },
    {
      name: '99,999.999999, both basic',
      facts: { 'sale.total.amount': '99999.999999', 'buyer.credential.levels': ['basic'], 'seller.credential.levels': ['basic'] },
      expect: 'pass',
    },
    {
      name: '100,000, both basic',
      facts: { 'buyer.credential.levels': ['basic'], 'seller.credential.levels': ['basic'] },
      expect: 'needs_info',
      details: { lacking: ['the buyer’s credential', 'the seller’s credential'] },
    },
    { name: '100,000, all done, not approved', facts: { 'sale.officer_approved': false }, expect: 'review' },
    {
      name: '100,000.000001, not approved',
      facts: { 'sale.total.amount': '100000.000001', 'sale.officer_approved': false },
      expect: 'review',
    },
    { name: 'all done and approved', facts: {}, expect: 'pass' },
    { name: 'no source of funds', facts: { 'sale.source_of_funds': false }, expect: 'needs_info' },
    { name: 'media checked a second too long ago', facts: { 'sale.pep_media_checked_at': '2026-11-20T16:59:59Z' }, expect: 'needs_info' },
    { name: 'exposure not measured', facts: { 'sale.exposure_measured': false }, expect: 'needs_info' },
    { name: 'unknown', facts: { 'sale.officer_approved': null }, expect: 'needs_info' },
  ],
})
