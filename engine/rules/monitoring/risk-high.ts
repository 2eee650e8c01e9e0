import { transactionRisk } from '../../calculations/transaction-risk.ts'
import { fact } from '../../facts/vocabulary.ts'
import { broken, defineRule, passWith } from '../../rule.ts'

export default defineRule({
  code: 'RISK_HIGH',
  version: 1,
  market: 'monitoring',
  checks: ['payment'],
  order: 1750,
  sentence: 'A transaction of high risk score is looked at by a person; the score alone never denies.',
  message: 'The risk score is {score}.',
  citation: { label: 'Sealwright product rule, published weights', url: null },
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'hold',
  visibility: 'officer',
  byte: 250,
  params: { review: 50, urgent: 80 },
  needs: {
    risk: fact('tx.risk'),
  },
  holds: (f, p) => {
    const { score } = transactionRisk(f.risk)
    return score >= p.review ? broken({ score, priority: score >= p.urgent ? 1 : 2 }) : passWith({ score })
  },
  given: {
    'tx.risk': {
      countryPoints: 0,
      basicAbove1000: false,
      walletAgeDays: 'none',
      mixerWithin2Hops24h: false,
      exposureHold: false,
      structuring: false,
      fanPattern: false,
      spike: false,
      washScore: 0,
      roundAmountToNewCounterparty: false,
    },
  },
  goldens: [
    { name: 'Germany to Germany, enhanced, 500', facts: {}, expect: 'pass', details: { score: 0 } },
    {
      name: 'Vietnam, basic above 1,000',
      facts: { 'tx.risk.countryPoints': 25, 'tx.risk.basicAbove1000': true },
      expect: 'pass',
      details: { score: 28 },
    },
    {
      name: 'structuring, spike, new wallet',
      facts: { 'tx.risk.structuring': true, 'tx.risk.spike': true, 'tx.risk.walletAgeDays': 3 },
      expect: 'review',
      details: { score: 55, priority: 2 },
    },
    {
      name: '50',
      facts: { 'tx.risk.structuring': true, 'tx.risk.spike': true, 'tx.risk.roundAmountToNewCounterparty': true },
      expect: 'review',
      details: { score: 50 },
    },
    {
      name: '49 is a country of 8 points short',
      facts: { 'tx.risk.structuring': true, 'tx.risk.mixerWithin2Hops24h': true, 'tx.risk.countryPoints': 8 },
      expect: 'pass',
      details: { score: 49 },
    },
    {
      name: '80',
      facts: { 'tx.risk.structuring': true, 'tx.risk.mixerWithin2Hops24h': true, 'tx.risk.exposureHold': true, 'tx.risk.spike': true },
      expect: 'review',
      details: { score: 80, priority: 1 },
    },
    {
      name: '79',
      facts: {
        'tx.risk.structuring': true,
        'tx.risk.mixerWithin2Hops24h': true,
        'tx.risk.exposureHold': true,
        'tx.risk.countryPoints': 28,
      },
      expect: 'review',
      details: { score: 79, priority: 2 },
    },
    { name: 'unknown', facts: { 'tx.risk': null }, expect: 'needs_info' },
  ],
})
