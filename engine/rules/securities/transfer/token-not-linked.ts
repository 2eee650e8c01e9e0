import { product } from '../../../citations.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { broken, defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'TOKEN_NOT_LINKED',
  version: 1,
  market: 'securities',
  checks: ['transfer', 'investment.accept', 'token.issue'],
  order: 10,
  byte: 1,
  sentence: 'The contract on its chain belongs to exactly this offering.',
  message: 'The token is not linked to one offering.',
  citation: product(),
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: {},
  needs: { offering: fact('token.offering_id'), linked: fact('token.linked_offering_ids') },
  applies: (_f, _p, now) => now.check !== 'investment.accept',
  holds: (f) => (f.linked.length === 1 && f.linked[0] === f.offering ? pass : broken()),
  given: { check: 'transfer', 'token.offering_id': 'off_1', 'token.linked_offering_ids': ['off_1'] },
  goldens: [
    { name: 'linked', facts: {}, expect: 'pass' },
    { name: 'to another', facts: { 'token.linked_offering_ids': ['off_2'] }, expect: 'fail' },
    { name: 'to two', facts: { 'token.linked_offering_ids': ['off_1', 'off_2'] }, expect: 'fail' },
    { name: 'to none', facts: { 'token.linked_offering_ids': [] }, expect: 'fail' },
    { name: 'a primary sale needs no token yet', facts: { check: 'investment.accept' }, expect: 'not_applicable' },
  ],
})
