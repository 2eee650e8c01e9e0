import { fact } from '../../../facts.ts'
import { formatMicro } from '../../../money.ts'
import { broken, defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'OFFERING_MINIMUM_ABOVE_MAXIMUM',
  version: 1,
  market: 'securities',
  checks: ['offering.create', 'offering.open', 'offering.change'],
  order: 105,
  sentence: 'The minimum investment is not larger than the maximum raise.',
  message: 'The minimum investment of {minimum} {currency} is larger than the maximum raise of {maximum} {currency}.',
  citation: { label: 'Sealwright product rule', url: null },
  certainty: 'K',
  in_force_from: '2026-01-01',
  severity: 'block',
  params: {},
  needs: { minimum: fact.money('offering.minimum_investment'), maximum: fact.money('offering.maximum_raise') },
  holds: (f) => {
    const fits = f.minimum.currency === f.maximum.currency && f.minimum.micro <= f.maximum.micro
    if (fits) return pass
    const [minimum, maximum] = [formatMicro(f.minimum.micro), formatMicro(f.maximum.micro)]
    const change = { 'offering.minimum_investment': { amount: maximum, currency: f.maximum.currency } }
    return broken(
      { minimum, maximum, currency: f.maximum.currency },
      { changes: [{ say: `with a minimum investment of ${maximum}`, facts: change }] },
    )
  },
  given: {
    'offering.minimum_investment': { amount: '5000', currency: 'USD' },
    'offering.maximum_raise': { amount: '10000000', currency: 'USD' },
  },
  goldens: [
    { name: 'below', facts: {}, expect: 'pass' },
    { name: 'equal', facts: { 'offering.minimum_investment.amount': '10000000' }, expect: 'pass' },
    { name: 'a cent above', facts: { 'offering.minimum_investment.amount': '10000000.01' }, expect: 'fail' },
    { name: 'not known', facts: { 'offering.minimum_investment': null }, expect: 'needs_info' },
  ],
})
