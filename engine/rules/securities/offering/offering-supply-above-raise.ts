import { cfr } from '../../../citations.ts'
import { isRegA, offeringFacts } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { dollars, formatMicro } from '../../../money.ts'
import { ask, broken, defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'OFFERING_SUPPLY_ABOVE_RAISE',
  version: 1,
  market: 'securities',
  checks: ['offering.create', 'offering.open', 'offering.change'],
  order: 107,
  sentence: 'When price times supply exceeds the maximum raise, sale stops at the maximum; under Regulation A the units offered are named.',
  message: {
    info: 'All units together would bring {value} USD; sale stops at the maximum raise of {maximum} USD.',
    needs_info: 'Under Regulation A the number of units offered must be named, and price times that number must fit the maximum raise.',
  },
  citation: cfr(17, '230.251', '(a)'),
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'info',
  params: {},
  needs: {
    regulation: offeringFacts.regulation,
    price: offeringFacts.price,
    supply: fact('offering.total_supply'),
    most: offeringFacts.maximumRaise,
    offered: fact('offering.units_offered'),
  },
  holds: (f) => {
    const value = f.price * f.supply
    if (value <= f.most) return pass
    if (!isRegA(f.regulation)) return broken({ value: formatMicro(value), maximum: formatMicro(f.most) })
    if (f.offered === null || f.price * f.offered > f.most) return ask({}, { missing: ['offering.units_offered'] })
    return broken({ value: formatMicro(value), maximum: formatMicro(f.most) })
  },
  given: {
    'offering.regulation': 'reg_d_506c',
    'offering.price': dollars('10'),
    'offering.total_supply': '2000000',
    'offering.maximum_raise': dollars('10000000'),
    'offering.units_offered': 'none',
  },
  goldens: [
    { name: '506(c)', facts: {}, expect: 'info' },
    { name: 'Reg A without units offered', facts: { 'offering.regulation': 'reg_a_tier2' }, expect: 'needs_info' },
    { name: 'Reg A, units fit', facts: { 'offering.regulation': 'reg_a_tier2', 'offering.units_offered': '1000000' }, expect: 'info' },
    {
      name: 'Reg A, one unit too many',
      facts: { 'offering.regulation': 'reg_a_tier1', 'offering.units_offered': '1000001' },
      expect: 'needs_info',
    },
    { name: 'equal', facts: { 'offering.total_supply': '1000000' }, expect: 'pass' },
  ],
})
