import { product } from '../../../citations.ts'
import { ownerChanges } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { broken, defineRule, passWith } from '../../../rule.ts'

export default defineRule({
  code: 'SAME_PERSON_MOVE',
  version: 1,
  market: 'securities',
  checks: ['transfer'],
  order: 80,
  byte: 21,
  codes: { needs_info: 44 },
  sentence: 'Units may move between two wallets of one person when control of both is proven; lots and legends move with them.',
  message: 'Both wallets of the person have to be proven.',
  citation: product(),
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'ask',
  params: {},
  needs: {
    changes: ownerChanges,
    from: fact('from.control'),
    to: fact('to.control'),
    environment: fact('environment'),
  },
  applies: (f) => !f.changes,
  holds: (f) => {
    const shown = (control: string) => control === 'proven' || (control === 'asserted' && f.environment === 'sandbox')
    if (shown(f.from) && shown(f.to)) return passWith({ lots: 'keep their clock' })
    return broken({}, { missing: [shown(f.from) ? 'to.control' : 'from.control'] })
  },
  given: {
    'from.person_id': 'per_a',
    'to.person_id': 'per_a',
    'from.control': 'proven',
    'to.control': 'proven',
    environment: 'production',
  },
  goldens: [
    { name: 'both proven', facts: {}, expect: 'pass' },
    { name: 'recipient asserted', facts: { 'to.control': 'asserted' }, expect: 'needs_info' },
    { name: 'sender asserted', facts: { 'from.control': 'asserted' }, expect: 'needs_info' },
    { name: 'asserted in the sandbox', facts: { 'to.control': 'asserted', environment: 'sandbox' }, expect: 'pass' },
    { name: 'two persons', facts: { 'to.person_id': 'per_b' }, expect: 'not_applicable' },
    { name: 'person not known', facts: { 'to.person_id': null }, expect: 'needs_info' },
  ],
})
