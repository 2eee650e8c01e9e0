import { product } from '../../../citations.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { broken, defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'OFFERING_FIELDS_CONFLICT',
  version: 1,
  market: 'securities',
  checks: ['offering.create', 'offering.open', 'offering.change'],
  order: 101,
  sentence: 'The two names of the exemption, when both are sent, mean the same.',
  message: '{first} and {second} are different exemptions.',
  citation: product(),
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: { alias: 'reg_a_plus', means: 'reg_a_tier2' },
  needs: { first: fact('offering.sent.regulation'), second: fact('offering.sent.regulation_type') },
  applies: (f) => f.first !== null && f.second !== null,
  holds: (f, p) => {
    const plain = (name: string | null) => (name === p.alias ? p.means : name)
    return plain(f.first) === plain(f.second) ? pass : broken({ first: f.first, second: f.second })
  },
  given: { 'offering.sent.regulation': 'reg_d_506c', 'offering.sent.regulation_type': 'reg_d_506c' },
  goldens: [
    { name: 'equal', facts: {}, expect: 'pass' },
    { name: 'different', facts: { 'offering.sent.regulation': 'reg_d_506b' }, expect: 'fail' },
    { name: 'alias', facts: { 'offering.sent.regulation': 'reg_a_plus', 'offering.sent.regulation_type': 'reg_a_tier2' }, expect: 'pass' },
    { name: 'only one sent', facts: { 'offering.sent.regulation_type': 'none' }, expect: 'not_applicable' },
  ],
})
