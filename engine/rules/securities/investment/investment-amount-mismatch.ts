import { product } from '../../../citations.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { k } from '../../../facts.ts'
import { ceilDiv, dollars, formatMicro } from '../../../money.ts'
import { broken, defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'INVESTMENT_AMOUNT_MISMATCH',
  version: 1,
  market: 'securities',
  checks: ['investment.accept'],
  order: 302,
  sentence: 'The amount is the quantity times the price, in the offering’s currency.',
  message: 'The amount does not match: {lower} or {upper} buys whole units.',
  citation: product(),
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: {},
  needs: { amount: fact('investment.amount', k.money), price: fact('offering.price', k.money), quantity: fact('investment.quantity') },
  holds: (f) => {
    if (f.amount.currency === f.price.currency && f.amount.micro === f.price.micro * f.quantity) return pass
    const lower = (f.amount.micro / f.price.micro) * f.price.micro
    const upper = ceilDiv(f.amount.micro, f.price.micro) * f.price.micro
    const currency = f.price.currency
    return broken({ lower: formatMicro(lower), upper: formatMicro(upper), currency })
  },
  given: { 'investment.amount': dollars('1000'), 'offering.price': dollars('10'), 'investment.quantity': '100' },
  goldens: [
    { name: '100 at 10', facts: {}, expect: 'pass' },
    { name: 'a cent off', facts: { 'investment.amount.amount': '1000.01' }, expect: 'fail' },
    {
      name: '5,010 at 33',
      facts: { 'investment.amount.amount': '5010', 'offering.price.amount': '33', 'investment.quantity': '151' },
      expect: 'fail',
      details: { lower: '4983.00', upper: '5016.00' },
    },
    { name: 'another currency', facts: { 'investment.amount.currency': 'EUR' }, expect: 'fail' },
  ],
})
