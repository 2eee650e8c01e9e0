import { HOWEY_CASE } from '../../cases/nft.ts'
import { howey, prong } from '../../facts/groups/nft.ts'
import { fact } from '../../facts/vocabulary.ts'
import { broken, defineRule, deny, info } from '../../rule.ts'

export default defineRule({
  code: 'HOWEY_ROUTE',
  version: 1,
  market: 'nfts',
  checks: ['nft.sale'],
  order: 1340,
  sentence: 'What is sold is not an investment contract under the four prongs; the engine flags, counsel decides.',
  message: {
    review: 'Signs of an investment contract: {prongs}. Counsel decides.',
    fail: 'This looks like a security ({prongs}); create an offering under securities instead.',
    info: 'Prongs met: {prongs}. This is not a finding that it is no security.',
  },
  citation: {
    label: 'SEC v. W.J. Howey Co., 328 U.S. 293 (1946); Rel. 33-11412, 34-105020 (2026-03-17)',
    url: 'https://www.law.cornell.edu/supremecourt/text/328/293',
  },
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'hold',
  byte: 250,
  codes: { fail: 47 },
  params: { deny_at: 4, review_at: 3 },
  needs: {
    ...howey,
    class: fact('asset.us_class'),
  },
  applies: (f) => f.class === 'digital_security' || f.checklist === 'requested',
  holds: (f, p) => {
    if (f.class === 'digital_security') return deny({ prongs: ['digital_security'] })
    const answers = {
      investment: f.price,
      common_enterprise: prong(f.pooled, f.fractions, f.tied),
      profit: prong(f.revenue, f.buyback, f.marketing, f.staking, f.bulk),
      efforts_of_others: prong(f.roadmap, f.treasury),
    }
    const prongs = Object.entries(answers)
      .filter(([, a]) => a === 'yes')
      .map(([name]) => name)
    const open = Object.values(answers).includes('unknown')
    if (prongs.length >= p.deny_at) return deny({ prongs })
    const marked = [f.revenue, f.fractions, f.buyback].some((a) => a !== 'no')
    if (prongs.length >= p.review_at || marked || (open && answers.profit !== 'no')) return broken({ prongs })
    return info({ prongs }, f.class === 'digital_collectible' && answers.profit === 'no' ? { reason: 'COLLECTIBLE_2026' } : undefined)
  },
  given: { ...HOWEY_CASE, 'asset.howey.price': 'yes' },
  goldens: [
    { name: 'single work, price 500, no promises', facts: {}, expect: 'info' },
    {
      name: 'fractions, revenue share, roadmap, pooled',
      facts: {
        'asset.howey.fractionalised': 'yes',
        'asset.howey.pooled': 'yes',
        'asset.howey.revenue_share': 'yes',
        'asset.howey.roadmap_promises': 'yes',
      },
      expect: 'fail',
    },
    {
      name: 'art and a roadmap only',
      facts: { 'asset.howey.roadmap_promises': 'yes' },
      expect: 'info',
      details: { prongs: ['investment', 'efforts_of_others'] },
    },
    { name: 'three prongs', facts: { 'asset.howey.profit_marketing': 'yes', 'asset.howey.roadmap_promises': 'yes' }, expect: 'review' },
    { name: 'two prongs', facts: { 'asset.howey.profit_marketing': 'yes' }, expect: 'info' },
    { name: 'revenue share alone', facts: { 'asset.howey.price': 'no', 'asset.howey.revenue_share': 'yes' }, expect: 'review' },
    { name: 'fractions alone', facts: { 'asset.howey.price': 'no', 'asset.howey.fractionalised': 'yes' }, expect: 'review' },
    { name: 'buy-back alone', facts: { 'asset.howey.price': 'no', 'asset.howey.buyback': 'yes' }, expect: 'review' },
    {
      name: 'profit expected and something open',
      facts: { 'asset.howey.profit_marketing': 'yes', 'asset.howey.managed_treasury': 'unknown' },
      expect: 'review',
    },
    {
      name: 'a free airdrop with all other prongs',
      facts: {
        'asset.howey.price': 'no',
        'asset.howey.pooled': 'yes',
        'asset.howey.staking': 'yes',
        'asset.howey.managed_treasury': 'yes',
      },
      expect: 'review',
    },
    {
      name: "a collectible by its issuer's statement",
      facts: { 'asset.us_class': 'digital_collectible' },
      expect: 'info',
      reason: 'COLLECTIBLE_2026',
    },
    { name: 'a digital security', facts: { 'asset.us_class': 'digital_security' }, expect: 'fail' },
    { name: 'an answer missing', facts: { 'asset.howey.buyback': null }, expect: 'needs_info' },
    { name: 'checklist not asked for', facts: { 'asset.checklist': 'not_requested' }, expect: 'not_applicable' },
  ],
})
