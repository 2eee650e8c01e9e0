import { maxNow } from '../../calculations/velocity.ts'
import { VELOCITY_CASE } from '../../cases/payment.ts'
import { upTo } from '../../changes.ts'
import { limitByte, senderLimits, velocity, velocityBinds } from '../../facts/groups/payment.ts'
import { fact } from '../../facts/vocabulary.ts'
import { formatMicro } from '../../money.ts'
import { broken, defineRule, pass } from '../../rule.ts'

export default defineRule({
  code: 'VELOCITY_30D',
  version: 1,
  market: 'payments',
  checks: ['payment'],
  order: 1652,
  sentence: "The sum of 30 days stays within the limit of the sender's level.",
  message: 'The sum of 30 days would be above the limit: at most {max_now} USD now.',
  citation: { label: 'Sealwright product rule', url: null },
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'block',
  byte: 29,
  params: {},
  needs: { ...velocity, day: fact('history.sum_24h'), month: fact('history.sum_30d') },
  applies: (f) => velocityBinds(f),
  holds: (f, _p, now) => {
    const limits = senderLimits(f, now)
    if (f.month + f.usd <= limits.month) return pass
    const room = maxNow(limits, f.day, f.month)
    return broken({ max_now: formatMicro(room) }, { changes: upTo('tx.amount', room), byte: limitByte(limits) })
  },
  given: {
    ...VELOCITY_CASE,
    'tx.amount.amount': '1000',
    'history.sum_24h': { amount: '0', currency: 'USD' },
    'history.sum_30d': { amount: '24000', currency: 'USD' },
  },
  goldens: [
    { name: 'basic, 25,000', facts: {}, expect: 'pass' },
    { name: 'basic, 25,000.01', facts: { 'tx.amount.amount': '1000.01' }, expect: 'fail', details: { max_now: '1000.00' } },
    { name: 'Vietnam, basic, 12,500.01', facts: { 'from.places.0.country': 'VN', 'history.sum_30d.amount': '11500.01' }, expect: 'fail' },
    { name: 'Vietnam, basic, 12,500', facts: { 'from.places.0.country': 'VN', 'history.sum_30d.amount': '11500' }, expect: 'pass' },
    { name: 'history unknown', facts: { 'history.sum_30d': null }, expect: 'needs_info' },
  ],
})
