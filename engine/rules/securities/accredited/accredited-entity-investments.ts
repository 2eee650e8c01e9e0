import { cfr } from '../../../citations.ts'
import { accreditationBasis } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { dollars, meets, micro } from '../../../money.ts'
import { broken, defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'ACCREDITED_ENTITY_INVESTMENTS',
  version: 1,
  market: 'securities',
  checks: ['investor.verify'],
  order: 316,
  sentence: 'Any other entity owns investments above 5,000,000 USD and was not formed for this purchase.',
  message: 'The entity does not qualify by its investments.',
  citation: cfr(17, '230.501', '(a)(9)'),
  certainty: 'V',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: { threshold: '5000000', op: '>' },
  needs: {
    basis: accreditationBasis,
    investments: fact('investor.investments'),
    formed: fact('investor.formed_for_purchase'),
  },
  applies: (f) => f.basis === 'entity_investments',
  holds: (f, p) => (meets(f.investments, p.op, micro(p.threshold)) && !f.formed ? pass : broken()),
  given: {
    'investor.accreditation.basis': 'entity_investments',
    'investor.investments': dollars('5000000.01'),
    'investor.formed_for_purchase': false,
  },
  goldens: [
    { name: 'a cent above', facts: {}, expect: 'pass' },
    { name: 'exactly', facts: { 'investor.investments.amount': '5000000' }, expect: 'fail' },
    { name: 'only land used in the business', facts: { 'investor.investments.amount': '0' }, expect: 'fail' },
    { name: 'formed for the purchase', facts: { 'investor.formed_for_purchase': true }, expect: 'fail' },
  ],
})
