import { creatorRisk } from '../../calculations/creator-risk.ts'
import { CREATOR_PROFILE } from '../../cases/nft.ts'
import { creatorProfile } from '../../facts/groups/nft.ts'
import { broken, defineRule, passWith } from '../../rule.ts'

export default defineRule({
  code: 'CREATOR_VERIFIED',
  version: 1,
  market: 'nfts',
  checks: ['nft.creator'],
  order: 1322,
  sentence: 'A creator is verified with a live credential, a name and a score below 75.',
  message: 'A live credential and a name are needed.',
  citation: { label: 'Sealwright product rule, published weights', url: null },
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'ask',
  byte: 32,
  codes: { needs_info: 45 },
  params: {},
  needs: { profile: creatorProfile },
  holds: (f) => {
    const live = f.profile.credential === 'basic' || f.profile.credential === 'enhanced'
    const { score, band, tier, measured, parts } = creatorRisk(f.profile)
    const figures = { score, band, tier, measured, parts: Object.fromEntries(parts.map((x) => [x.name, x.points])) }
    if (!live || !f.profile.hasName) return broken(figures, { missing: [live ? 'creator.name' : 'creator.credential'] })
    return passWith(figures)
  },
  given: { 'creator.profile': CREATOR_PROFILE },
  goldens: [
    { name: 'clean basic wallet, three links, sandbox', facts: {}, expect: 'pass', details: { score: 5, tier: 'premium' } },
    { name: 'one link', facts: { 'creator.profile.links': 1 }, expect: 'pass', details: { score: 20, tier: 'standard' } },
    { name: 'no links', facts: { 'creator.profile.links': 0 }, expect: 'pass', details: { score: 35, tier: 'basic' } },
    {
      name: 'three links, none proven, production',
      facts: { 'creator.profile.production': true },
      expect: 'pass',
      details: { score: 15, tier: 'standard' },
    },
    {
      name: 'one link and a similar name',
      facts: { 'creator.profile.links': 1, 'creator.profile.nameSimilarity': 9_200 },
      expect: 'pass',
      details: { score: 45 },
    },
    {
      name: 'one link and a name less similar',
      facts: { 'creator.profile.links': 1, 'creator.profile.nameSimilarity': 9_199 },
      expect: 'pass',
      details: { score: 30, band: 'medium' },
    },
    { name: 'no credential', facts: { 'creator.profile.credential': 'none' }, expect: 'needs_info' },
    { name: 'pending', facts: { 'creator.profile.credential': 'pending' }, expect: 'needs_info' },
    { name: 'no name', facts: { 'creator.profile.hasName': false }, expect: 'needs_info' },
    { name: 'unknown', facts: { 'creator.profile': null }, expect: 'needs_info' },
  ],
})
