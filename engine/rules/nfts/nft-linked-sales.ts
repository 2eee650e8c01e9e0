import { SALE_CASE } from '../../cases/nft.ts'
import { liveOf } from '../../facts/groups/credential.ts'
import { buyer, linkedTotal, sale } from '../../facts/groups/nft.ts'
import { formatMicro, meets, micro } from '../../money.ts'
import { broken, defineRule, pass, passWith } from '../../rule.ts'

const three = (usd: string) => ['10', '11', '12'].map((hour) => ({ at: `2026-11-21T${hour}:00:00Z`, usd }))

export default defineRule({
  code: 'NFT_LINKED_SALES',
  version: 1,
  market: 'nfts',
  checks: ['nft.sale'],
  order: 1313,
  sentence: 'Sales between the same parties within 24 hours are one sale for the thresholds.',
  message: 'With linked sales the total is {sum} USD, which needs verified parties.',
  citation: { label: 'Sealwright product rule (sale thresholds)', url: null },
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'ask',
  byte: 32,
  params: { threshold: '10000', op: '>=' },
  needs: { ...sale, ...buyer },
  holds: (f, p, now) => {
    const sum = linkedTotal(f, now)
    if (!meets(sum, p.op, micro(p.threshold))) return pass
    const levels = liveOf(f.buyerLevels, f.buyerState, f.buyerExpires, now)
    return levels.includes('basic') || levels.includes('enhanced')
      ? passWith({ sum: formatMicro(sum) })
      : broken({ sum: formatMicro(sum) }, { missing: ['buyer.credential'] })
  },
  given: {
    ...SALE_CASE,
    'sale.total': { amount: '2500', currency: 'USD' },
    'sale.linked': three('2500'),
    'buyer.credential.levels': [],
    'buyer.credential.state': 'none',
    'buyer.credential.expires_at': 'none',
  },
  goldens: [
    { name: 'the fourth of four times 2,500', facts: {}, expect: 'needs_info', details: { sum: '10000.00' } },
    { name: 'four times 2,499', facts: { 'sale.total.amount': '2499', 'sale.linked': three('2499') }, expect: 'pass' },
    { name: 'a bundle of ten at 1,000 is one sale', facts: { 'sale.total.amount': '10000', 'sale.linked': [] }, expect: 'needs_info' },
    { name: 'one of them 24 hours ago', facts: { 'sale.linked.0.at': '2026-11-20T17:00:00Z' }, expect: 'pass' },
    { name: 'one of them a second later', facts: { 'sale.linked.0.at': '2026-11-20T17:00:01Z' }, expect: 'needs_info' },
    {
      name: 'the buyer is verified',
      facts: {
        'buyer.credential.levels': ['basic'],
        'buyer.credential.state': 'active',
        'buyer.credential.expires_at': '2027-01-01T00:00:00Z',
      },
      expect: 'pass',
    },
    { name: 'a cent below together', facts: { 'sale.total.amount': '2499.99' }, expect: 'pass' },
    { name: 'history unknown', facts: { 'sale.linked': null }, expect: 'needs_info' },
  ],
})
