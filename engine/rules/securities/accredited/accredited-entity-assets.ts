import { cfr } from '../../../citations.ts'
import { accreditationBasis } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { dollars, meets, micro } from '../../../money.ts'
import { broken, defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'ACCREDITED_ENTITY_ASSETS',
  version: 1,
  market: 'securities',
  checks: ['investor.verify'],
  order: 315,
  sentence:
    'A corporation, company, partnership, business trust or charity has total assets above 5,000,000 USD and was not formed for this purchase.',
  message: 'The entity does not qualify by its assets.',
  citation: cfr(17, '230.501', '(a)(3)'),
  certainty: 'V',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: { threshold: '5000000', op: '>', types: ['corporation', 'llc', 'partnership', 'business_trust', 'charity'] },
  needs: {
    basis: accreditationBasis,
    type: fact('investor.entity_type'),
    assets: fact('investor.total_assets'),
    formed: fact('investor.formed_for_purchase'),
  },
  applies: (f) => f.basis === 'entity_assets',
  holds: (f, p) => (p.types.includes(f.type) && meets(f.assets, p.op, micro(p.threshold)) && !f.formed ? pass : broken()),
  given: {
    'investor.accreditation.basis': 'entity_assets',
    'investor.entity_type': 'llc',
    'investor.total_assets': dollars('5000000.01'),
    'investor.formed_for_purchase': false,
  },
  goldens: [
    { name: 'a cent above', facts: {}, expect: 'pass' },
    { name: 'corporation', facts: { 'investor.entity_type': 'corporation' }, expect: 'pass' },
    { name: 'partnership', facts: { 'investor.entity_type': 'partnership' }, expect: 'pass' },
    { name: 'business trust', facts: { 'investor.entity_type': 'business_trust' }, expect: 'pass' },
    { name: 'charity', facts: { 'investor.entity_type': 'charity' }, expect: 'pass' },
    { name: 'exactly', facts: { 'investor.total_assets.amount': '5000000' }, expect: 'fail' },
    { name: 'formed for the purchase', facts: { 'investor.formed_for_purchase': true }, expect: 'fail' },
    { name: 'a tribe has another basis', facts: { 'investor.entity_type': 'tribe' }, expect: 'fail' },
  ],
})
