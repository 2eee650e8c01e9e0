import { product } from '../../../citations.ts'
import { offeringFacts } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { dollars, formatMicro } from '../../../money.ts'
import { broken, defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'OFFERING_SUPPLY_BELOW_RAISE',
  version: 1,
  market: 'securities',
  checks: ['offering.create', 'offering.open', 'offering.change'],
  order: 106,
  sentence: 'Price times supply reaches the maximum raise.',
  message: 'All units together bring {value} USD, less than the maximum raise of {maximum} USD.',
  citation: product(),
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'warn',
  params: {},
  needs: { price: offeringFacts.price, supply: fact('offering.total_supply'), most: offeringFacts.maximumRaise },
  holds: (f) => (f.price * f.supply >= f.most ? pass : broken({ value: formatMicro(f.price * f.supply), maximum: formatMicro(f.most) })),
  given: { 'offering.price': dollars('10.00'), 'offering.total_supply': '1000000', 'offering.maximum_raise': dollars('10000000') },
  goldens: [
    { name: 'exact', facts: {}, expect: 'pass' },
    { name: 'a cent short', facts: { 'offering.maximum_raise.amount': '10000000.01' }, expect: 'warn' },
    {
      name: 'a third',
      facts: { 'offering.price.amount': '0.333333', 'offering.total_supply': '3000000', 'offering.maximum_raise.amount': '1000000' },
      expect: 'warn',
      details: { value: '999999.00' },
    },
  ],
})
