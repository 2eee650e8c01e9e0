import { floorToCent, limitsOf } from '../../calculations/velocity.ts'
import { VELOCITY_CASE } from '../../cases/payment.ts'
import { upTo } from '../../changes.ts'
import { limitByte, senderLimits, velocity, velocityBinds } from '../../facts/groups/payment.ts'
import { formatMicro } from '../../money.ts'
import { broken, defineRule, pass } from '../../rule.ts'

export default defineRule({
  code: 'VELOCITY_SINGLE',
  version: 1,
  market: 'payments',
  checks: ['payment'],
  order: 1650,
  sentence: "One transfer stays within the limit of the sender's level.",
  message: 'The transfer is above the limit of the level {level}: at most {max_now} USD.',
  citation: { label: 'Sealwright product rule', url: null },
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'block',
  byte: 29,
  params: {},
  needs: velocity,
  applies: (f) => velocityBinds(f),
  holds: (f, _p, now) => {
    const limits = senderLimits(f, now)
    if (f.usd <= limits.single) return pass
    const room = floorToCent(limits.single)
    const raised = limits.level === 'basic' || limits.level === 'none'
    const enough = raised && f.usd <= limitsOf('enhanced', false).single
    const level = { say: 'with an enhanced credential', facts: { 'from.credential.levels': ['basic', 'enhanced'] } }
    const changes = [...(enough ? [level] : []), ...upTo('tx.amount', room)]
    return broken(
      { level: limits.level, max_now: formatMicro(room), needs: raised ? 'enhanced' : null },
      { changes, byte: limitByte(limits) },
    )
  },
  given: VELOCITY_CASE,
  goldens: [
    { name: 'basic, 2,999.99', facts: { 'tx.amount.amount': '2999.99' }, expect: 'pass' },
    { name: 'basic, a millionth above', facts: { 'tx.amount.amount': '2999.990001' }, expect: 'fail' },
    { name: 'basic, 3,000', facts: { 'tx.amount.amount': '3000' }, expect: 'fail', details: { needs: 'enhanced', max_now: '2999.99' } },
    { name: 'enhanced, 100,000', facts: { 'tx.amount.amount': '100000', 'from.credential.levels': ['basic', 'enhanced'] }, expect: 'pass' },
    {
      name: 'enhanced, 100,000.01',
      facts: { 'tx.amount.amount': '100000.01', 'from.credential.levels': ['basic', 'enhanced'] },
      expect: 'fail',
      details: { needs: null },
    },
    {
      name: 'company, 1,000,000',
      facts: { 'tx.amount.amount': '1000000', 'from.kind': 'entity', 'from.credential.levels': ['basic', 'enhanced'] },
      expect: 'pass',
    },
    {
      name: 'company, 1,000,000.01',
      facts: { 'tx.amount.amount': '1000000.01', 'from.kind': 'entity', 'from.credential.levels': ['basic', 'enhanced'] },
      expect: 'fail',
    },
    {
      name: 'Vietnam, basic, 1,500',
      facts: { 'tx.amount.amount': '1500', 'from.places.0.country': 'VN' },
      expect: 'fail',
      details: { max_now: '1499.99' },
    },
    { name: 'Vietnam, basic, 1,499.995', facts: { 'tx.amount.amount': '1499.995', 'from.places.0.country': 'VN' }, expect: 'pass' },
    { name: 'no credential', facts: { 'tx.amount.amount': '0.01', 'from.credential.levels': [] }, expect: 'fail' },
    { name: 'inbound, from outside', facts: { 'tx.direction': 'inbound', 'from.credential.levels': [] }, expect: 'not_applicable' },
    { name: 'inbound, from a customer', facts: { 'tx.direction': 'inbound', 'tx.amount.amount': '3000' }, expect: 'fail' },
    { name: 'reward, from outside', facts: { 'tx.type': 'reward', 'from.credential.levels': [] }, expect: 'not_applicable' },
    { name: 'reward, from a customer', facts: { 'tx.type': 'reward', 'tx.amount.amount': '3000' }, expect: 'fail' },
    { name: 'game cash-out', facts: { 'tx.market': 'gaming', 'tx.type': 'cash_out', 'tx.amount.amount': '3000' }, expect: 'fail' },
    { name: 'in the name of another market', facts: { 'tx.market': 'defi', 'tx.amount.amount': '3000' }, expect: 'fail' },
    { name: 'mint', facts: { 'tx.type': 'mint' }, expect: 'not_applicable' },
    { name: 'level unknown', facts: { 'from.credential.levels': null }, expect: 'needs_info' },
  ],
})
