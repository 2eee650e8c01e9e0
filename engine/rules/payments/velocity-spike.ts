import { spikes } from '../../calculations/velocity.ts'
import { VELOCITY_CASE } from '../../cases/payment.ts'
import { velocity, velocityBinds } from '../../facts/groups/payment.ts'
import { fact } from '../../facts/vocabulary.ts'
import { broken, defineRule, pass } from '../../rule.ts'

export default defineRule({
  code: 'VELOCITY_SPIKE',
  version: 1,
  market: 'payments',
  checks: ['payment'],
  order: 1655,
  sentence: "A day is not far above the sender's own mean.",
  message: 'The sum of 24 hours is more than five times the mean day.',
  citation: {
    label: 'Sealwright product rule; FATF red flag indicators of 2020',
    url: 'https://www.fatf-gafi.org/en/publications/Methodsandtrends/Virtual-assets-red-flag-indicators.html',
  },
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'hold',
  visibility: 'officer',
  byte: 29,
  codes: { review: 250 },
  params: {},
  needs: { ...velocity, day: fact('history.sum_24h'), mean: fact('history.mean_daily_30d'), count: fact('history.count') },
  applies: (f) => velocityBinds(f),
  holds: (f) => (spikes(f.day + f.usd, f.mean, f.count) ? broken() : pass),
  given: {
    ...VELOCITY_CASE,
    'from.credential.levels': ['enhanced'],
    'tx.amount.amount': '10000',
    'history.sum_24h': { amount: '0', currency: 'USD' },
    'history.mean_daily_30d': { amount: '2000', currency: 'USD' },
    'history.count': 10,
  },
  goldens: [
    { name: 'mean 2,000 and 10,000', facts: {}, expect: 'pass' },
    { name: 'mean 2,000 and 10,000.01', facts: { 'tx.amount.amount': '10000.01' }, expect: 'review' },
    { name: 'nine transfers of history', facts: { 'tx.amount.amount': '10000.01', 'history.count': 9 }, expect: 'pass' },
    { name: 'below 10,000', facts: { 'tx.amount.amount': '9999.99', 'history.mean_daily_30d.amount': '100' }, expect: 'pass' },
    { name: 'mean unknown', facts: { 'history.mean_daily_30d': null }, expect: 'needs_info' },
  ],
})
