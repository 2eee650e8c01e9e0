import { cfr } from '../../../citations.ts'
import { accreditationBasis } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { dollars, meets, micro } from '../../../money.ts'
import { broken, defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'ACCREDITED_TRUST',
  version: 1,
  market: 'securities',
  checks: ['investor.verify'],
  order: 318,
  sentence: 'A trust with assets above 5,000,000 USD, not formed for this purchase, is directed by a sophisticated person.',
  message: 'The trust does not qualify.',
  citation: cfr(17, '230.501', '(a)(7)'),
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: { threshold: '5000000', op: '>' },
  needs: {
    basis: accreditationBasis,
    assets: fact('investor.total_assets'),
    formed: fact('investor.formed_for_purchase'),
    directed: fact('investor.directed_by_sophisticated_person'),
  },
  applies: (f) => f.basis === 'trust',
  holds: (f, p) => (meets(f.assets, p.op, micro(p.threshold)) && !f.formed && f.directed ? pass : broken()),
  given: {
    'investor.accreditation.basis': 'trust',
    'investor.total_assets': dollars('5000000.01'),
    'investor.formed_for_purchase': false,
    'investor.directed_by_sophisticated_person': true,
  },
  goldens: [
    { name: 'a cent above, directed', facts: {}, expect: 'pass' },
    { name: 'exactly', facts: { 'investor.total_assets.amount': '5000000' }, expect: 'fail' },
    { name: 'nobody directs it', facts: { 'investor.directed_by_sophisticated_person': false }, expect: 'fail' },
    { name: 'formed for the purchase', facts: { 'investor.formed_for_purchase': true }, expect: 'fail' },
  ],
})
