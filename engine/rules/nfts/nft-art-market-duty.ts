import { SALE_CASE } from '../../cases/nft.ts'
import { liveOf } from '../../facts/groups/credential.ts'
import { buyer, linkedTotal, sale } from '../../facts/groups/nft.ts'
import { fact } from '../../facts/vocabulary.ts'
import { k, type Now } from '../../facts.ts'
import { formatMicro, meets, micro } from '../../money.ts'
import { broken, defineRule, info, pass, review } from '../../rule.ts'

type Sums = { readonly eur: bigint; readonly total: bigint; readonly linked: readonly { readonly at: number; readonly usd: bigint }[] }

/**
 * This sale with those linked to it, in euros: earlier ones are known in dollars, and count at the rate at which this one is both.
 * Rulesets until 2026.11.9 read this sale alone.
 */
function withLinked(f: Sums, linked: boolean | null | undefined, now: Now): bigint {
  if (!linked || f.linked.length === 0 || f.total === 0n) return f.eur
  return (f.eur * linkedTotal(f, now)) / f.total
}

export default defineRule({
  code: 'NFT_ART_MARKET_DUTY',
  version: 1,
  market: 'nfts',
  checks: ['nft.sale'],
  order: 1315,
  sentence: 'An art trader in the EU or UK knows the buyer to the enhanced level from 10,000 EUR, in one sale or in linked ones.',
  message: {
    needs_info: 'From 10,000 EUR an art trader needs the buyer’s enhanced verification.',
    review:
      'With sales of the 24 hours before the total is {sum} EUR. Where they are linked, an art trader needs the buyer’s enhanced verification.',
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
  codes: { needs_info: 43, review: 250 },
  params: { threshold: '10000', op: '>=', linked: true },
  needs: { ...buyer, ...sale, trader: fact('tenant.art_trader'), art: fact('asset.is_art'), eur: fact('sale.total', k.eur) },
  applies: (f) => f.trader && f.art,
  holds: (f, p, now) => {
    const threshold = micro(p.threshold)
    const alone = meets(f.eur, p.op, threshold)
    const sum = alone ? f.eur : withLinked(f, p.linked, now)
    if (!meets(sum, p.op, threshold)) return pass
    if (liveOf(f.buyerLevels, f.buyerState, f.buyerExpires, now).includes('enhanced')) return info()
    // Whether sales are linked is for a person: those that are known are of one seller, or out of one collection.
    return alone ? broken({}, { missing: ['buyer.credential'] }) : review({ sum: formatMicro(sum) })
  },
  given: {
    ...SALE_CASE,
    'tenant.art_trader': true,
    'asset.is_art': true,
    'sale.total': { amount: '10000', currency: 'EUR' },
    'sale.linked': [],
    fx: [{ from: 'EUR', to: 'USD', rate: '1.25', source: 'ECB', date: '2026-11-20' }],
  },
  goldens: [
    { name: '9,999.99 EUR', facts: { 'sale.total.amount': '9999.99' }, expect: 'pass' },
    { name: '10,000 EUR, basic', facts: {}, expect: 'needs_info' },
    { name: '10,000 EUR, enhanced', facts: { 'buyer.credential.levels': ['basic', 'enhanced'] }, expect: 'info' },
    { name: '10,000.000001 EUR, basic', facts: { 'sale.total.amount': '10000.000001' }, expect: 'needs_info' },
    ...(
      [
        ['makes the sum with one of the day before', '5000', 'review', '6250'],
        ['with one of the day before, a cent below', '5000', 'pass', '6249.98'],
        ['with one of the day before, too long ago', '5000', 'pass', '6250', '2026-11-20T17:00:00Z'],
      ] as const
    ).map(([name, amount, expect, usd, at = '2026-11-21T10:00:00Z']) => ({
      name,
      facts: { 'sale.total.amount': amount, 'sale.linked': [{ at, usd }] },
      expect,
    })),
    {
      name: 'makes the sum with one of the day before, enhanced',
      facts: {
        'sale.total.amount': '5000',
        'sale.linked': [{ at: '2026-11-21T10:00:00Z', usd: '6250' }],
        'buyer.credential.levels': ['basic', 'enhanced'],
      },
      expect: 'info',
    },
    {
      name: 'makes the sum with one of the day before, by a ruleset until 2026.11.9',
      facts: { 'sale.total.amount': '5000', 'sale.linked': [{ at: '2026-11-21T10:00:00Z', usd: '6250' }] },
      params: { linked: null },
      expect: 'pass',
    },
    { name: 'earlier sales unknown', facts: { 'sale.total.amount': '5000', 'sale.linked': null }, expect: 'needs_info' },
    { name: 'not art', facts: { 'asset.is_art': false }, expect: 'not_applicable' },
    { name: 'not an art trader', facts: { 'tenant.art_trader': false }, expect: 'not_applicable' },
    { name: 'unknown', facts: { 'tenant.art_trader': null }, expect: 'needs_info' },
  ],
})
