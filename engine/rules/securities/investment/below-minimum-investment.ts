import { product } from '../../../citations.ts'
import { offeringFacts } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { ceilDiv, dollars, minimum } from '../../../money.ts'
import { broken, defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'BELOW_MINIMUM_INVESTMENT',
  version: 1,
  market: 'securities',
  checks: ['investment.accept'],
  order: 303,
  sentence: 'The investment reaches the minimum, counted in whole units; a holder may add less unless the offering says otherwise.',
  message: 'The minimum investment is {minimum}.',
  citation: product(),
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: {},
  needs: {
    amount: fact('investment.amount'),
    least: fact('offering.minimum_investment'),
    price: offeringFacts.price,
    holds: fact('investor.holds_offering'),
    each: fact('offering.minimum_each_time'),
  },
  holds: (f) => {
    if (f.holds && !f.each) return pass
    const effective = f.price > 0n ? ceilDiv(f.least, f.price) * f.price : f.least
    if (f.amount >= effective) return pass
    const least = minimum(effective)
    return broken(
      { minimum: least },
      {
        changes: [
          { say: `from ${least} USD`, facts: { 'investment.amount': dollars(least), 'investment.quantity': String(effective / f.price) } },
        ],
      },
    )
  },
  given: {
    'investment.amount': dollars('5000'),
    'offering.minimum_investment': dollars('5000'),
    'offering.price': dollars('10'),
    'investor.holds_offering': false,
    'offering.minimum_each_time': false,
  },
  goldens: [
    { name: 'exactly', facts: {}, expect: 'pass' },
    { name: 'one unit less', facts: { 'investment.amount.amount': '4990' }, expect: 'fail', details: { minimum: '5000.00' } },
    {
      name: 'in whole units',
      facts: { 'offering.price.amount': '33', 'investment.amount.amount': '5000' },
      expect: 'fail',
      details: { minimum: '5016.00' },
    },
    { name: 'a holder adds 100', facts: { 'investment.amount.amount': '100', 'investor.holds_offering': true }, expect: 'pass' },
    {
      name: 'a holder adds 100, minimum each time',
      facts: { 'investment.amount.amount': '100', 'investor.holds_offering': true, 'offering.minimum_each_time': true },
      expect: 'fail',
    },
  ],
})
