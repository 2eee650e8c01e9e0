import { SALE_CASE } from '../../cases/nft.ts'
import { upTo } from '../../changes.ts'
import { liveOf } from '../../facts/groups/credential.ts'
import { buyer, linkedTotal, sale } from '../../facts/groups/nft.ts'
import { fact } from '../../facts/vocabulary.ts'
import { meets, micro, toCent } from '../../money.ts'
import { broken, defineRule, pass } from '../../rule.ts'

export default defineRule({
  code: 'NFT_BUYER_VERIFICATION',
  version: 1,
  market: 'nfts',
  checks: ['nft.sale'],
  order: 1311,
  sentence: 'From 10,000 USD the buyer holds a live basic credential on a wallet that is proven to be theirs.',
  message: 'From {threshold} USD the buyer has to be verified.',
  citation: { label: 'Sealwright product rule (sale thresholds)', url: null },
  certainty: 'V',
  in_force_from: '2025-01-01',
  severity: 'ask',
  byte: 32,
  params: { threshold: '10000', op: '>=' },
  needs: {
    ...sale,
    ...buyer,
    control: fact('buyer.control'),
    environment: fact('environment'),
  },
  holds: (f, p, now) => {
    const limit = micro(p.threshold)
    if (!meets(linkedTotal(f, now), p.op, limit)) return pass
    const levels = liveOf(f.buyerLevels, f.buyerState, f.buyerExpires, now)
    const verified = levels.includes('basic') || levels.includes('enhanced')
    if (verified && (f.control === 'proven' || f.environment === 'sandbox')) return pass
    const room = limit - 10_000n - (linkedTotal(f, now) - f.total)
    return broken(
      {},
      {
        missing: [verified ? 'buyer.control' : 'buyer.credential'],
        changes: upTo('sale.total', toCent(room, 'down')),
      },
    )
  },
  given: { ...SALE_CASE, 'buyer.credential.levels': [], 'buyer.credential.state': 'none', 'buyer.credential.expires_at': 'none' },
  goldens: [
    { name: '9,999.999999', facts: { 'sale.total.amount': '9999.999999' }, expect: 'pass' },
    { name: '10,000, none', facts: {}, expect: 'needs_info' },
    { name: '10,000.000001, none', facts: { 'sale.total.amount': '10000.000001' }, expect: 'needs_info' },
    {
      name: '10,000, basic',
      facts: {
        'buyer.credential.levels': ['basic'],
        'buyer.credential.state': 'active',
        'buyer.credential.expires_at': '2027-01-01T00:00:00Z',
      },
      expect: 'pass',
    },
    {
      name: 'expired yesterday',
      facts: {
        'buyer.credential.levels': ['basic'],
        'buyer.credential.state': 'active',
        'buyer.credential.expires_at': '2026-11-20T17:00:00Z',
      },
      expect: 'needs_info',
    },
    {
      name: 'asserted control in production',
      facts: {
        'buyer.credential.levels': ['basic'],
        'buyer.credential.state': 'active',
        'buyer.credential.expires_at': '2027-01-01T00:00:00Z',
        'buyer.control': 'asserted',
        environment: 'production',
      },
      expect: 'needs_info',
    },
    {
      name: 'asserted control in the sandbox',
      facts: {
        'buyer.credential.levels': ['basic'],
        'buyer.credential.state': 'active',
        'buyer.credential.expires_at': '2027-01-01T00:00:00Z',
        'buyer.control': 'asserted',
      },
      expect: 'pass',
    },
    {
      name: '2.5 ETH at 4,000.00',
      facts: {
        'sale.total': { amount: '2.5', currency: 'ETH' },
        fx: [{ from: 'ETH', to: 'USD', rate: '4000.00', source: 'feed', date: '2026-11-21' }],
      },
      expect: 'needs_info',
    },
    {
      name: '2.499999 ETH at 4,000.00',
      facts: {
        'sale.total': { amount: '2.499999', currency: 'ETH' },
        fx: [{ from: 'ETH', to: 'USD', rate: '4000.00', source: 'feed', date: '2026-11-21' }],
      },
      expect: 'pass',
    },
    { name: 'total unknown', facts: { 'sale.total': null }, expect: 'needs_info' },
  ],
})
