import { cfr } from '../../../citations.ts'
import { offeringFacts } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { broken, defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'REG_S_OFFERING_RESTRICTIONS',
  version: 1,
  market: 'securities',
  checks: ['offering.open'],
  order: 142,
  sentence: 'In categories 2 and 3 distributors agree in writing and the materials say that the securities are not registered.',
  message: 'The distributors’ agreement or the not-registered statement is missing.',
  citation: cfr(17, '230.902', '(g); 230.903(b)'),
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: {},
  needs: {
    regulation: offeringFacts.regulation,
    category: offeringFacts.category,
    agreed: fact('offering.distributors_agreed'),
    statement: fact('offering.not_registered_statement'),
  },
  applies: (f) => f.regulation === 'reg_s' && f.category !== '1',
  holds: (f) => (f.agreed && f.statement ? pass : broken()),
  given: {
    'offering.regulation': 'reg_s',
    'offering.reg_s_category': '3',
    'offering.distributors_agreed': true,
    'offering.not_registered_statement': true,
  },
  goldens: [
    { name: 'both', facts: {}, expect: 'pass' },
    { name: 'no agreement', facts: { 'offering.distributors_agreed': false }, expect: 'fail' },
    { name: 'no statement', facts: { 'offering.not_registered_statement': false }, expect: 'fail' },
    { name: 'category 1', facts: { 'offering.reg_s_category': '1', 'offering.distributors_agreed': false }, expect: 'not_applicable' },
    { name: '506(c)', facts: { 'offering.regulation': 'reg_d_506c' }, expect: 'not_applicable' },
  ],
})
