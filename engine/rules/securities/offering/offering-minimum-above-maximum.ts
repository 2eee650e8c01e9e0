import { product } from '../../../citations.ts'
import { offeringFacts } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { dollars, formatMicro } from '../../../money.ts'
import { broken, defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'OFFERING_MINIMUM_ABOVE_MAXIMUM',
  version: 1,
  market: 'securities',
  checks: ['offering.create', 'offering.open', 'offering.change'],
  order: 104,
  sentence: 'The minimum investment is not larger than the maximum raise.',
  message: 'The minimum investment of {minimum} USD is larger than the maximum raise of {maximum} USD.',
  citation: product(),
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: {},
  needs: { least: fact('offering.minimum_investment'), most: offeringFacts.maximumRaise },
  holds: (f) => {
    if (f.least <= f.most) return pass
    const top = formatMicro(f.most)
    const changes = [{ say: `with a minimum investment of at most ${top} USD`, facts: { 'offering.minimum_investment': dollars(top) } }]
    return broken({ minimum: formatMicro(f.least), maximum: top }, { changes })
  },
  given: { 'offering.minimum_investment': dollars('5000'), 'offering.maximum_raise': dollars('10000000') },
  goldens: [
    { name: 'below', facts: {}, expect: 'pass' },
    { name: 'equal', facts: { 'offering.minimum_investment.amount': '10000000' }, expect: 'pass' },
    { name: 'a cent above', facts: { 'offering.minimum_investment.amount': '10000000.01' }, expect: 'fail' },
    { name: 'not known', facts: { 'offering.minimum_investment': null }, expect: 'needs_info' },
  ],
})
