import { maxNow } from '../../calculations/velocity.ts'
import { VELOCITY_CASE } from '../../cases/payment.ts'
import { upTo } from '../../changes.ts'
import { isoInstant } from '../../dates.ts'
import { limitByte, senderLimits, velocity, velocityBinds } from '../../facts/groups/payment.ts'
import { fact } from '../../facts/vocabulary.ts'
import { formatMicro } from '../../money.ts'
import { broken, defineRule, pass } from '../../rule.ts'

export default defineRule({
  code: 'VELOCITY_24H',
  version: 1,
  market: 'payments',
  checks: ['payment'],
  order: 1651,
  sentence: "The sum of 24 hours stays within the limit of the sender's level.",
  message: 'The sum of 24 hours would be above the limit: at most {max_now} USD now, more from {resets_at}.',
  citation: { label: 'Sealwright product rule', url: null },
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'block',
  byte: 29,
  params: { hours: 24 },
  needs: {
    ...velocity,
    day: fact('history.sum_24h'),
    month: fact('history.sum_30d'),
    first: fact('history.oldest_24h_at'),
  },
  applies: (f) => velocityBinds(f),
  holds: (f, p, now) => {
    const limits = senderLimits(f, now)
    if (f.day + f.usd <= limits.day) return pass
    const room = maxNow(limits, f.day, f.month)
    const resets_at = f.first === null ? null : isoInstant(f.first + p.hours * 3_600_000)
    return broken(
      { max_now: formatMicro(room), resets_at: resets_at ?? 'the next day' },
      { changes: upTo('tx.amount', room), byte: limitByte(limits) },
    )
  },
  given: {
    ...VELOCITY_CASE,
    'tx.amount.amount': '1000',
    'history.sum_24h': { amount: '9000', currency: 'USD' },
    'history.sum_30d': { amount: '9000', currency: 'USD' },
    'history.oldest_24h_at': '2026-11-21T09:00:00Z',
  },
  goldens: [
    { name: 'basic, 9,000 used and 1,000', facts: {}, expect: 'pass' },
    {
      name: 'basic, 9,000 used and 1,000.01',
      facts: { 'tx.amount.amount': '1000.01' },
      expect: 'fail',
      details: { max_now: '1000.00', resets_at: '2026-11-22T09:00:00Z' },
    },
    {
      name: 'enhanced, 250,000',
      facts: { 'tx.amount.amount': '50000', 'history.sum_24h.amount': '200000', 'from.credential.levels': ['enhanced'] },
      expect: 'pass',
    },
    {
      name: 'enhanced, 250,000.01',
      facts: { 'tx.amount.amount': '50000.01', 'history.sum_24h.amount': '200000', 'from.credential.levels': ['enhanced'] },
      expect: 'fail',
    },
    { name: 'history unknown', facts: { 'history.sum_24h': null }, expect: 'needs_info' },
  ],
})
