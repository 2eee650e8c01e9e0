import { cfr } from '../../../citations.ts'
import { accreditationBasis } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { dollars, meets, micro } from '../../../money.ts'
import { broken, defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'ACCREDITED_FAMILY_OFFICE',
  version: 1,
  market: 'securities',
  checks: ['investor.verify'],
  order: 319,
  sentence:
    'A family office managing more than 5,000,000 USD, not formed for this purchase and directed by a sophisticated person, or a family client whose purchase it directs.',
  message: 'The family office or its client does not qualify.',
  citation: cfr(17, '230.501', '(a)(12), (13)'),
  certainty: 'V',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: { threshold: '5000000', op: '>' },
  needs: {
    basis: accreditationBasis,
    managed: fact('investor.assets_under_management'),
    formed: fact('investor.formed_for_purchase'),
    directed: fact('investor.directed_by_sophisticated_person'),
    role: fact('investor.family_role'),
    byOffice: fact('investor.purchase_directed_by_office'),
  },
  applies: (f) => f.basis === 'family_office',
  holds: (f, p) => {
    const office = meets(f.managed, p.op, micro(p.threshold)) && !f.formed && f.directed
    return office && (f.role === 'office' || f.byOffice) ? pass : broken()
  },
  given: {
    'investor.accreditation.basis': 'family_office',
    'investor.assets_under_management': dollars('5000000.01'),
    'investor.formed_for_purchase': false,
    'investor.directed_by_sophisticated_person': true,
    'investor.family_role': 'office',
    'investor.purchase_directed_by_office': false,
  },
  goldens: [
    { name: 'office a cent above', facts: {}, expect: 'pass' },
    { name: 'exactly', facts: { 'investor.assets_under_management.amount': '5000000' }, expect: 'fail' },
    {
      name: 'client directed by the office',
      facts: { 'investor.family_role': 'family_client', 'investor.purchase_directed_by_office': true },
      expect: 'pass',
    },
    { name: 'client acting alone', facts: { 'investor.family_role': 'family_client' }, expect: 'fail' },
    { name: 'formed for the purchase', facts: { 'investor.formed_for_purchase': true }, expect: 'fail' },
    { name: 'nobody directs it', facts: { 'investor.directed_by_sophisticated_person': false }, expect: 'fail' },
  ],
})
