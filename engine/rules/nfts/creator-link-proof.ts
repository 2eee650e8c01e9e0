import { fact } from '../../facts/vocabulary.ts'
import { broken, defineRule, pass } from '../../rule.ts'

export default defineRule({
  code: 'CREATOR_LINK_PROOF',
  version: 1,
  market: 'nfts',
  checks: ['nft.creator'],
  order: 1323,
  sentence: 'A link is proven when its page holds the wallet address or token, fetched in the last 30 days.',
  message: 'Links whose proof is missing or old: {links}.',
  citation: { label: 'Sealwright product rule', url: null },
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'info',
  byte: 32,
  params: { max_days: 30 },
  needs: { links: fact('creator.links') },
  holds: (f, p, now) => {
    const links = f.links
      .filter((l) => !l.found || l.fetched_at === null || now.ms - l.fetched_at > p.max_days * 86_400_000)
      .map((l) => l.name)
    return links.length === 0 ? pass : broken({ links, proven: f.links.length - links.length })
  },
  given: { 'creator.links': [{ name: 'twitter', found: true, fetched_at: '2026-10-22T17:00:00Z' }] },
  goldens: [
    { name: 'fetched 30 days ago', facts: {}, expect: 'pass' },
    {
      name: 'fetched a second earlier',
      facts: { 'creator.links.0.fetched_at': '2026-10-22T16:59:59Z' },
      expect: 'info',
      details: { proven: 0 },
    },
    { name: 'the page does not hold the address', facts: { 'creator.links.0.found': false }, expect: 'info' },
    { name: 'never fetched', facts: { 'creator.links.0.fetched_at': 'none' }, expect: 'info' },
    { name: 'no links', facts: { 'creator.links': [] }, expect: 'pass' },
    { name: 'unknown', facts: { 'creator.links': null }, expect: 'needs_info' },
  ],
})
