import { DEFI_CASE } from '../../cases/defi.ts'
import { upTo } from '../../changes.ts'
import { level, levelOf } from '../../facts/groups/defi.ts'
import { fact } from '../../facts/vocabulary.ts'
import { maximum, micro, toCent } from '../../money.ts'
import { broken, defineRule, pass } from '../../rule.ts'
import { DEFAULT_DEFI_POLICY } from '../../tables/defi-policy.ts'

export default defineRule({
  code: 'DEFI_CAP_24H',
  version: 1,
  market: 'defi',
  checks: ['defi.access'],
  order: 1412,
  sentence: 'The action stays within its 24-hour cap.',
  message: 'Above the 24-hour cap of {cap} USD for {action}; at most {max_now} USD now.',
  citation: { label: 'Sealwright product rule, default protocol policy', url: null },
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'block',
  byte: 29,
  params: {},
  needs: { ...level, amount: fact('defi.amount'), sum: fact('defi.sum_24h') },
  holds: (f, _p, now) => {
    const policy = DEFAULT_DEFI_POLICY[f.action]
    if (policy.exit || (policy.cap.basic === null && policy.cap.enhanced === null) || f.amount === null) return pass
    const has = levelOf(f, now)
    const cap = has === 'defi-enhanced' || has === 'defi-institutional' ? policy.cap.enhanced : policy.cap.basic
    if (cap === null || f.sum + f.amount <= micro(cap)) return pass
    const room = micro(cap) - f.sum
    return broken(
      { cap, action: f.action, max_now: maximum(room > 0n ? room : 0n) },
      { changes: upTo('defi.amount', toCent(room, 'down')) },
    )
  },
  given: {
    ...DEFI_CASE,
    'defi.action': 'swap',
    'defi.amount': { amount: '4000', currency: 'USD' },
    'defi.sum_24h': { amount: '6000', currency: 'USD' },
  },
  goldens: [
    { name: 'swap, 10,000', facts: {}, expect: 'pass' },
    { name: 'swap, 10,000.01', facts: { 'defi.amount.amount': '4000.01' }, expect: 'fail', details: { max_now: '4000.00' } },
    {
      name: 'swap, enhanced, 250,000',
      facts: { 'defi.amount.amount': '244000', 'subject.credential.levels': ['enhanced'] },
      expect: 'pass',
    },
    {
      name: 'swap, enhanced, 250,000.01',
      facts: { 'defi.amount.amount': '244000.01', 'subject.credential.levels': ['enhanced'] },
      expect: 'fail',
    },
    { name: 'supply, 25,000.01', facts: { 'defi.action': 'supply', 'defi.amount.amount': '19000.01' }, expect: 'fail' },
    { name: 'supply, 25,000', facts: { 'defi.action': 'supply', 'defi.amount.amount': '19000' }, expect: 'pass' },
    {
      name: 'borrow, 50,000.01',
      facts: { 'defi.action': 'borrow', 'defi.amount.amount': '44000.01', 'subject.credential.levels': ['enhanced'] },
      expect: 'fail',
    },
    {
      name: 'borrow, 50,000',
      facts: { 'defi.action': 'borrow', 'defi.amount.amount': '44000', 'subject.credential.levels': ['enhanced'] },
      expect: 'pass',
    },
    { name: 'withdraw has no cap', facts: { 'defi.action': 'withdraw', 'defi.amount.amount': '9000000' }, expect: 'pass' },
    { name: 'stake has no cap', facts: { 'defi.action': 'stake', 'defi.amount.amount': '9000000' }, expect: 'pass' },
    { name: 'no amount asked', facts: { 'defi.amount': 'none' }, expect: 'pass' },
    { name: 'sum unknown', facts: { 'defi.sum_24h': null }, expect: 'needs_info' },
  ],
})
