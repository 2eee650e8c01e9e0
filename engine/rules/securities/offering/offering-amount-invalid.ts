import { product } from '../../../citations.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { k } from '../../../facts.ts'
import { dollars, MICRO, micro } from '../../../money.ts'
import { broken, defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'OFFERING_AMOUNT_INVALID',
  version: 1,
  market: 'securities',
  checks: ['offering.create', 'offering.open', 'offering.change'],
  order: 103,
  sentence: 'Price, supply and maximum are above zero, minimum and target not below; supply is a whole number up to 10^15.',
  message: 'The {field} is not a valid amount.',
  citation: product(),
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: { supply_max: '1000000000000000' },
  needs: {
    price: fact('offering.price', k.signedMoney),
    supply: fact('offering.total_supply', k.signedDecimal),
    maximum: fact('offering.maximum_raise', k.signedMoney),
    least: fact('offering.minimum_investment', k.signedMoney),
    target: fact('offering.target_amount', k.signedMoney),
  },
  holds: (f, p) => {
    if (f.price.micro <= 0n) return broken({ field: 'price' })
    if (f.supply <= 0n || f.supply % MICRO !== 0n || f.supply > micro(p.supply_max)) return broken({ field: 'total supply' })
    if (f.maximum.micro <= 0n) return broken({ field: 'maximum raise' })
    if (f.least.micro < 0n) return broken({ field: 'minimum investment' })
    return f.target.micro < 0n ? broken({ field: 'target amount' }) : pass
  },
  given: {
    'offering.price': dollars('10'),
    'offering.total_supply': '1000000',
    'offering.maximum_raise': dollars('10000000'),
    'offering.minimum_investment': dollars('5000'),
    'offering.target_amount': dollars('8000000'),
  },
  goldens: [
    { name: 'sound', facts: {}, expect: 'pass' },
    { name: 'price 0', facts: { 'offering.price.amount': '0' }, expect: 'fail' },
    { name: 'price one millionth', facts: { 'offering.price.amount': '0.000001' }, expect: 'pass' },
    { name: 'price finer than six decimals', facts: { 'offering.price.amount': '0.0000001' }, expect: 'needs_info' },
    { name: 'supply 1.5', facts: { 'offering.total_supply': '1.5' }, expect: 'fail' },
    { name: 'supply 10^15', facts: { 'offering.total_supply': '1000000000000000' }, expect: 'pass' },
    { name: 'supply 10^15 + 1', facts: { 'offering.total_supply': '1000000000000001' }, expect: 'fail' },
    { name: 'minimum 0', facts: { 'offering.minimum_investment.amount': '0' }, expect: 'pass' },
    { name: 'minimum below 0', facts: { 'offering.minimum_investment.amount': '-0.01' }, expect: 'fail' },
    { name: 'target below 0', facts: { 'offering.target_amount.amount': '-1' }, expect: 'fail' },
    { name: 'maximum 0', facts: { 'offering.maximum_raise.amount': '0' }, expect: 'fail' },
  ],
})
