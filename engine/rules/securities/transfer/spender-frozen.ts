import { isFrozen } from '../../../calculations/parties.ts'
import { product } from '../../../citations.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { broken, defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'SPENDER_FROZEN',
  version: 1,
  market: 'securities',
  checks: ['transfer'],
  order: 42,
  byte: 5,
  sentence: 'The spender, when there is one, is not frozen.',
  message: 'The spender is frozen.',
  citation: product(),
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: {},
  needs: { frozen: fact('freezes'), spender: fact('transfer.spender') },
  applies: (f) => f.spender !== null,
  holds: (f) => (isFrozen(f.frozen, f.spender ?? '', f.spender ?? '') ? broken() : pass),
  given: { freezes: [{ target: 'per_z', active: true }], 'transfer.spender': '0xc3' },
  goldens: [
    { name: 'not frozen', facts: {}, expect: 'pass' },
    { name: 'frozen', facts: { 'freezes.0.target': '0xC3' }, expect: 'fail' },
    { name: 'no spender', facts: { 'transfer.spender': 'none' }, expect: 'not_applicable' },
  ],
})
