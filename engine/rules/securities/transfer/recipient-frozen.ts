import { isFrozen } from '../../../calculations/parties.ts'
import { product } from '../../../citations.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { broken, defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'RECIPIENT_FROZEN',
  version: 1,
  market: 'securities',
  checks: ['transfer'],
  order: 41,
  byte: 4,
  sentence: 'Neither the recipient nor its wallet is frozen.',
  message: 'The recipient is frozen.',
  citation: product(),
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: {},
  needs: {
    frozen: fact('freezes'),
    person: fact('to.person_id'),
    wallet: fact('to.wallet'),
  },
  holds: (f) => (isFrozen(f.frozen, f.person, f.wallet) ? broken() : pass),
  given: { freezes: [{ target: 'per_z', active: true }], 'to.person_id': 'per_b', 'to.wallet': '0xb2' },
  goldens: [
    { name: 'somebody else is', facts: {}, expect: 'pass' },
    { name: 'the person', facts: { 'freezes.0.target': 'per_b' }, expect: 'fail' },
    { name: 'the wallet', facts: { 'freezes.0.target': '0xb2' }, expect: 'fail' },
    { name: 'lifted', facts: { freezes: [{ target: 'per_b', active: false }] }, expect: 'pass' },
  ],
})
