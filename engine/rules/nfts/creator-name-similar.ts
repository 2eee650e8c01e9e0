import { CREATOR_PROFILE } from '../../cases/nft.ts'
import { creatorProfile } from '../../facts/groups/nft.ts'
import { broken, defineRule, pass } from '../../rule.ts'

export default defineRule({
  code: 'CREATOR_NAME_SIMILAR',
  version: 1,
  market: 'nfts',
  checks: ['nft.creator'],
  order: 1321,
  sentence: "The creator's name is not too close to that of another verified creator.",
  message: 'The name is very close to that of another verified creator.',
  citation: { label: 'Sealwright product rule', url: null },
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'hold',
  byte: 32,
  codes: { review: 250 },
  params: { similar: 9_200 },
  needs: { profile: creatorProfile },
  holds: (f, p) => (f.profile.nameSimilarity !== null && f.profile.nameSimilarity >= p.similar ? broken() : pass),
  given: { 'creator.profile': CREATOR_PROFILE, 'creator.profile.links': 1 },
  goldens: [
    { name: '0.92', facts: { 'creator.profile.nameSimilarity': 9_200 }, expect: 'review' },
    { name: '0.9199', facts: { 'creator.profile.nameSimilarity': 9_199 }, expect: 'pass' },
    { name: 'nobody near', facts: {}, expect: 'pass' },
    { name: 'unknown', facts: { 'creator.profile.nameSimilarity': null }, expect: 'needs_info' },
  ],
})
