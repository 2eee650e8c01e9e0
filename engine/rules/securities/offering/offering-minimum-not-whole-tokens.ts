import { product } from '../../../citations.ts'
import { offeringFacts } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { ceilDiv, dollars, minimum } from '../../../money.ts'
import { broken, defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'OFFERING_MINIMUM_NOT_WHOLE_TOKENS',
  version: 1,
  market: 'securities',
  checks: ['offering.create', 'offering.open', 'offering.change'],
  order: 108,
  sentence: 'The minimum investment buys whole tokens.',
  message: 'The minimum in whole tokens is {effective} USD.',
  citation: product(),
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'info',
  params: {},
  needs: { least: fact('offering.minimum_investment'), price: offeringFacts.price },
  holds: (f) => {
    if (f.price <= 0n) return pass
    const tokens = ceilDiv(f.least, f.price)
    return tokens * f.price === f.least ? pass : broken({ effective: minimum(tokens * f.price), tokens: String(tokens) })
  },
  given: { 'offering.minimum_investment': dollars('5000'), 'offering.price': dollars('10') },
  goldens: [
    { name: 'whole', facts: {}, expect: 'pass' },
    { name: 'at 33', facts: { 'offering.price.amount': '33' }, expect: 'info', details: { effective: '5016.00', tokens: '152' } },
    { name: 'no minimum', facts: { 'offering.minimum_investment.amount': '0' }, expect: 'pass' },
  ],
})
