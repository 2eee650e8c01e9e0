import { creatorRisk } from '../../calculations/creator-risk.ts'
import { CREATOR_PROFILE } from '../../cases/nft.ts'
import { creatorProfile } from '../../facts/groups/nft.ts'
import { broken, defineRule, pass, review } from '../../rule.ts'

export default defineRule({
  code: 'CREATOR_RISK_SEVERE',
  version: 1,
  market: 'nfts',
  checks: ['nft.creator'],
  order: 1320,
  sentence: 'A creator with a risk score of 75 or more is not verified.',
  message: { fail: 'The risk score of the creator is {score}.', review: 'The risk score of the creator is {score}.' },
  citation: { label: 'Sealwright product rule, published weights', url: null },
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'block',
  byte: 32,
  codes: { fail: 47, review: 250 },
  params: { severe: 75, high: 50 },
  needs: { profile: creatorProfile },
  holds: (f, p) => {
    const { score } = creatorRisk(f.profile)
    if (score >= p.severe) return broken({ score })
    return score >= p.high ? review({ score }) : pass
  },
  given: { 'creator.profile': CREATOR_PROFILE },
  goldens: [
    { name: 'clean', facts: {}, expect: 'pass' },
    {
      name: '2 links, similar name, 3 takedowns, exposure 5 percent',
      facts: {
        'creator.profile.links': 2,
        'creator.profile.nameSimilarity': 9_500,
        'creator.profile.takedowns365d': 3,
        'creator.profile.exposureBps': 500,
      },
      expect: 'fail',
      details: { score: 88 },
    },
    { name: 'sanctions hit, all else clean', facts: { 'creator.profile.sanctionsHit': true }, expect: 'fail', details: { score: 100 } },
    {
      name: '75',
      facts: { 'creator.profile.links': 1, 'creator.profile.takedowns365d': 3, 'creator.profile.nameSimilarity': 9_200 },
      expect: 'fail',
      details: { score: 75 },
    },
    {
      name: '73',
      facts: { 'creator.profile.links': 2, 'creator.profile.takedowns365d': 3, 'creator.profile.washAlerts90d': 2 },
      expect: 'review',
      details: { score: 73 },
    },
    {
      name: '70',
      facts: {
        'creator.profile.links': 3,
        'creator.profile.takedowns365d': 3,
        'creator.profile.washAlerts90d': 2,
        'creator.profile.walletAgeDays': 60,
      },
      expect: 'review',
      details: { score: 70 },
    },
    { name: '50', facts: { 'creator.profile.links': 1, 'creator.profile.washAlerts90d': 2 }, expect: 'review', details: { score: 50 } },
    {
      name: '48',
      facts: { 'creator.profile.links': 2, 'creator.profile.takedowns365d': 2, 'creator.profile.washAlerts90d': 1 },
      expect: 'pass',
    },
    { name: 'unknown', facts: { 'creator.profile': null }, expect: 'needs_info' },
  ],
})
