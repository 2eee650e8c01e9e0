import { VELOCITY_CASE } from '../../cases/payment.ts'
import { senderLimits, velocity, velocityBinds } from '../../facts/groups/payment.ts'
import { fact } from '../../facts/vocabulary.ts'
import { maximum } from '../../money.ts'
import { broken, defineRule, pass } from '../../rule.ts'

export default defineRule({
  code: 'VELOCITY_NEW_COUNTERPARTY',
  version: 1,
  market: 'payments',
  checks: ['payment'],
  order: 1654,
  sentence: 'In the first 24 hours of a new counterparty only a smaller sum goes to it.',
  message: 'Above {limit} USD to a counterparty first met less than 24 hours ago.',
  citation: { label: 'Sealwright product rule', url: null },
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'hold',
  byte: 29,
  params: { hours: 24 },
  needs: { ...velocity, first: fact('history.counterparty_first_at'), sum: fact('history.counterparty_sum_24h') },
  applies: (f) => velocityBinds(f),
  holds: (f, p, now) => {
    if (f.first !== null && now.ms - f.first >= p.hours * 3_600_000) return pass
    const limit = senderLimits(f, now).newCounterparty
    return f.sum + f.usd <= limit ? pass : broken({ limit: maximum(limit) })
  },
  given: {
    ...VELOCITY_CASE,
    'tx.amount.amount': '1000',
    'history.counterparty_first_at': 'none',
    'history.counterparty_sum_24h': { amount: '0', currency: 'USD' },
  },
  goldens: [
    { name: 'basic, 1,000', facts: {}, expect: 'pass' },
    { name: 'basic, 1,000.01', facts: { 'tx.amount.amount': '1000.01' }, expect: 'review' },
    {
      name: 'what was sent already counts',
      facts: { 'history.counterparty_first_at': '2026-11-21T10:00:00Z', 'history.counterparty_sum_24h.amount': '0.01' },
      expect: 'review',
    },
    {
      name: 'met 24 hours ago',
      facts: { 'tx.amount.amount': '2000', 'history.counterparty_first_at': '2026-11-20T17:00:00Z' },
      expect: 'pass',
    },
    {
      name: 'met a second later',
      facts: { 'tx.amount.amount': '2000', 'history.counterparty_first_at': '2026-11-20T17:00:01Z' },
      expect: 'review',
    },
    { name: 'enhanced, 25,000', facts: { 'tx.amount.amount': '25000', 'from.credential.levels': ['enhanced'] }, expect: 'pass' },
    { name: 'enhanced, 25,000.01', facts: { 'tx.amount.amount': '25000.01', 'from.credential.levels': ['enhanced'] }, expect: 'review' },
    { name: 'unknown', facts: { 'history.counterparty_first_at': null }, expect: 'needs_info' },
  ],
})
