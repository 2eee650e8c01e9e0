import { product } from '../../../citations.ts'
import { offeringFacts } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { dollars, formatMicro } from '../../../money.ts'
import { broken, defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'OFFERING_TARGET_ABOVE_MAXIMUM',
  version: 1,
  market: 'securities',
  checks: ['offering.create', 'offering.open', 'offering.change'],
  order: 105,
  sentence: 'The target is not larger than the maximum raise.',
  message: 'The target of {target} USD is larger than the maximum raise of {maximum} USD.',
  citation: product(),
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: {},
  needs: { target: fact('offering.target_amount'), most: offeringFacts.maximumRaise },
  holds: (f) => {
    if (f.target <= f.most) return pass
    const top = formatMicro(f.most)
    const changes = [{ say: `with a target of at most ${top} USD`, facts: { 'offering.target_amount': dollars(top) } }]
    return broken({ target: formatMicro(f.target), maximum: top }, { changes })
  },
  given: { 'offering.target_amount': dollars('8000000'), 'offering.maximum_raise': dollars('10000000') },
  goldens: [
    { name: 'below', facts: {}, expect: 'pass' },
    { name: 'equal', facts: { 'offering.target_amount.amount': '10000000' }, expect: 'pass' },
    { name: 'a dollar above', facts: { 'offering.target_amount.amount': '10000001' }, expect: 'fail' },
  ],
})
