import { VELOCITY_CASE } from '../../cases/payment.ts'
import { limitByte, senderLimits, velocity, velocityBinds } from '../../facts/groups/payment.ts'
import { fact } from '../../facts/vocabulary.ts'
import { broken, defineRule, pass } from '../../rule.ts'

export default defineRule({
  code: 'VELOCITY_COUNT',
  version: 1,
  market: 'payments',
  checks: ['payment'],
  order: 1653,
  sentence: "The number of transfers in 24 hours stays within the limit of the sender's level.",
  message: 'This would be transfer {number} in 24 hours; the limit is {limit}.',
  citation: { label: 'Sealwright product rule', url: null },
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'block',
  byte: 29,
  params: {},
  needs: { ...velocity, count: fact('history.count_24h') },
  applies: (f) => velocityBinds(f),
  holds: (f, _p, now) => {
    const limits = senderLimits(f, now)
    const limit = limits.count
    return f.count + 1 <= limit ? pass : broken({ number: f.count + 1, limit }, { byte: limitByte(limits) })
  },
  given: { ...VELOCITY_CASE, 'history.count_24h': 19 },
  goldens: [
    { name: 'the 20th', facts: {}, expect: 'pass' },
    { name: 'the 21st', facts: { 'history.count_24h': 20 }, expect: 'fail', details: { number: 21, limit: 20 } },
    { name: 'enhanced, the 200th', facts: { 'history.count_24h': 199, 'from.credential.levels': ['enhanced'] }, expect: 'pass' },
    { name: 'enhanced, the 201st', facts: { 'history.count_24h': 200, 'from.credential.levels': ['enhanced'] }, expect: 'fail' },
    { name: 'unknown', facts: { 'history.count_24h': null }, expect: 'needs_info' },
  ],
})
