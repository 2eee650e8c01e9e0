import { isFrozen } from '../../../calculations/parties.ts'
import { product } from '../../../citations.ts'
import { senderFacts } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { broken, defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'SENDER_FROZEN',
  version: 1,
  market: 'securities',
  checks: ['transfer'],
  order: 40,
  byte: 3,
  sentence: 'Neither the sender nor its wallet is frozen.',
  message: 'The sender is frozen.',
  citation: product(),
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: {},
  needs: { frozen: fact('freezes'), person: senderFacts.person, wallet: fact('from.wallet') },
  holds: (f) => (isFrozen(f.frozen, f.person, f.wallet) ? broken() : pass),
  given: { freezes: [{ target: 'per_z', active: true }], 'from.person_id': 'per_a', 'from.wallet': '0xa1' },
  goldens: [
    { name: 'somebody else is', facts: {}, expect: 'pass' },
    { name: 'the person', facts: { 'freezes.0.target': 'per_a' }, expect: 'fail' },
    { name: 'the wallet', facts: { 'freezes.0.target': '0xA1' }, expect: 'fail' },
    { name: 'lifted', facts: { freezes: [{ target: 'per_a', active: false }] }, expect: 'pass' },
    { name: 'not known', facts: { freezes: null }, expect: 'needs_info' },
  ],
})
