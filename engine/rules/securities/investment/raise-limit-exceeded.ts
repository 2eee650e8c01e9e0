import { product } from '../../../citations.ts'
import { offeringFacts } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { dollars, maximum } from '../../../money.ts'
import { broken, defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'RAISE_LIMIT_EXCEEDED',
  version: 1,
  market: 'securities',
  checks: ['investment.accept'],
  order: 304,
  sentence: 'What is raised and reserved, with this investment, stays within the maximum raise.',
  message: '{remaining} USD remain of the maximum raise.',
  citation: product(),
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: {},
  needs: {
    amount: fact('investment.amount'),
    raised: fact('offering.raised'),
    reserved: fact('offering.reserved'),
    most: offeringFacts.maximumRaise,
  },
  holds: (f) => {
    if (f.raised + f.reserved + f.amount <= f.most) return pass
    const left = f.most - f.raised - f.reserved
    return broken({ remaining: maximum(left > 0n ? left : 0n) })
  },
  given: {
    'investment.amount': dollars('1000'),
    'offering.raised': dollars('9000'),
    'offering.reserved': dollars('0'),
    'offering.maximum_raise': dollars('10000'),
  },
  goldens: [
    { name: 'to the cap', facts: {}, expect: 'pass' },
    { name: 'a cent above', facts: { 'investment.amount.amount': '1000.01' }, expect: 'fail', details: { remaining: '1000.00' } },
    { name: 'reserved by another', facts: { 'offering.reserved.amount': '0.01' }, expect: 'fail', details: { remaining: '999.99' } },
  ],
})
