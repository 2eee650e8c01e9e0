import { cfr } from '../../../citations.ts'
import { offeringFacts } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { broken, defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'REG_D_506B_GENERAL_SOLICITATION',
  version: 1,
  market: 'securities',
  checks: ['offering.create', 'offering.open', 'offering.change', 'investment.accept'],
  order: 120,
  orderIn: { 'investment.accept': 342 },
  sentence: 'A 506(b) offering is never shown in public and uses no general solicitation.',
  message: 'A 506(b) offering must be gated and may not be generally solicited.',
  citation: cfr(17, '230.502', '(c)'),
  certainty: 'V',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: {},
  needs: {
    regulation: offeringFacts.regulation,
    visibility: fact('offering.listing_visibility'),
    solicitation: fact('offering.general_solicitation'),
  },
  applies: (f) => f.regulation === 'reg_d_506b',
  holds: (f) => {
    const changes = [{ say: 'with a gated listing', facts: { 'offering.listing_visibility': 'gated' } }]
    if (f.visibility === 'public') return broken({}, { changes })
    return f.solicitation ? broken() : pass
  },
  given: { 'offering.regulation': 'reg_d_506b', 'offering.listing_visibility': 'gated', 'offering.general_solicitation': false },
  goldens: [
    { name: 'gated', facts: {}, expect: 'pass' },
    { name: 'public', facts: { 'offering.listing_visibility': 'public' }, expect: 'fail' },
    { name: 'solicited', facts: { 'offering.general_solicitation': true }, expect: 'fail' },
    { name: 'not known', facts: { 'offering.listing_visibility': null }, expect: 'needs_info' },
    { name: '506(c)', facts: { 'offering.regulation': 'reg_d_506c', 'offering.listing_visibility': 'public' }, expect: 'not_applicable' },
  ],
})
