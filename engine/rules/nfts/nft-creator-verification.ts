import { SALE_CASE } from '../../cases/nft.ts'
import { liveOf } from '../../facts/groups/credential.ts'
import { linkedTotal, sale, seller } from '../../facts/groups/nft.ts'
import { fact } from '../../facts/vocabulary.ts'
import { meets, micro } from '../../money.ts'
import { broken, defineRule, deny, pass } from '../../rule.ts'

export default defineRule({
  code: 'NFT_CREATOR_VERIFICATION',
  version: 1,
  market: 'nfts',
  checks: ['nft.sale'],
  order: 1310,
  sentence: 'From 10,000 USD the creator is verified, and so is a seller who is not the creator.',
  message: { needs_info: 'From {threshold} USD the {party} has to be verified.', fail: 'The creator was rejected.' },
  citation: { label: 'Sealwright product rule (sale thresholds)', url: null },
  certainty: 'V',
  in_force_from: '2025-01-01',
  severity: 'ask',
  byte: 32,
  codes: { fail: 47 },
  params: { threshold: '10000', op: '>=', severe: 75 },
  needs: {
    ...sale,
    ...seller,
    tier: fact('creator.tier'),
    score: fact('creator.score'),
    isCreator: fact('seller.is_creator'),
  },
  holds: (f, p, now) => {
    if (!meets(linkedTotal(f, now), p.op, micro(p.threshold))) return pass
    if (f.tier === 'rejected' || f.score >= p.severe) return deny()
    if (f.tier === 'none') return broken({ party: 'creator' }, { missing: ['creator.tier'] })
    if (f.isCreator) return pass
    const levels = liveOf(f.sellerLevels, f.sellerState, f.sellerExpires, now)
    return levels.includes('basic') || levels.includes('enhanced') ? pass : broken({ party: 'seller' }, { missing: ['seller.credential'] })
  },
  given: { ...SALE_CASE, 'creator.tier': 'none' },
  goldens: [
    { name: '9,999.99, nobody verified', facts: { 'sale.total.amount': '9999.99' }, expect: 'pass' },
    { name: '9,999.999999, nobody verified', facts: { 'sale.total.amount': '9999.999999' }, expect: 'pass' },
    { name: '10,000.00, nobody verified', facts: {}, expect: 'needs_info', details: { party: 'creator' } },
    { name: '10,000.000001, nobody verified', facts: { 'sale.total.amount': '10000.000001' }, expect: 'needs_info' },
    { name: '10,000 basic', facts: { 'creator.tier': 'basic' }, expect: 'pass' },
    { name: 'score 74', facts: { 'creator.tier': 'basic', 'creator.score': 74 }, expect: 'pass' },
    { name: 'score 75', facts: { 'creator.tier': 'basic', 'creator.score': 75 }, expect: 'fail' },
    { name: 'rejected', facts: { 'creator.tier': 'rejected' }, expect: 'fail' },
    {
      name: 'another seller, not verified',
      facts: {
        'creator.tier': 'basic',
        'seller.is_creator': false,
        'seller.credential.state': 'none',
        'seller.credential.levels': [],
        'seller.credential.expires_at': 'none',
      },
      expect: 'needs_info',
      details: { party: 'seller' },
    },
    { name: 'another seller, verified', facts: { 'creator.tier': 'basic', 'seller.is_creator': false }, expect: 'pass' },
    { name: 'creator unknown', facts: { 'creator.tier': null }, expect: 'needs_info' },
  ],
})
