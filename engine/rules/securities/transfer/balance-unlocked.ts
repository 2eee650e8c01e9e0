import { product } from '../../../citations.ts'
import { senderFacts } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { broken, defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'BALANCE_UNLOCKED',
  version: 1,
  market: 'securities',
  checks: ['transfer'],
  order: 90,
  byte: 6,
  sentence: 'The sender holds enough units that are not frozen, pledged or pending.',
  message: 'Only {max_now} units are free.',
  citation: product(),
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: {},
  needs: {
    balance: senderFacts.balance,
    frozen: fact('from.frozen'),
    pledged: fact('from.pledged'),
    pending: fact('from.pending'),
    quantity: fact('transfer.quantity'),
  },
  holds: (f) => {
    const free = f.balance - f.frozen - f.pledged - f.pending
    if (f.quantity <= free) return pass
    const max_now = String(free > 0n ? free : 0n)
    return broken({ max_now }, { changes: free > 0n ? [{ say: `up to ${max_now} units`, facts: { 'transfer.quantity': max_now } }] : [] })
  },
  given: { 'from.balance': '1000', 'from.frozen': '100', 'from.pledged': '200', 'from.pending': '300', 'transfer.quantity': '400' },
  goldens: [
    { name: 'all that is free', facts: {}, expect: 'pass' },
    { name: 'one more', facts: { 'transfer.quantity': '401' }, expect: 'fail', details: { max_now: '400' } },
    { name: 'nothing is free', facts: { 'from.frozen': '1000' }, expect: 'fail', details: { max_now: '0' } },
  ],
})
