import { product } from '../../../citations.ts'
import { fact } from '../../../facts.ts'
import { ask, broken, defineRule, deny, pass } from '../../../rule.ts'
import { dealFacts, ownerChanges } from '../../../securities-facts.ts'

export default defineRule({
  code: 'CONTROL_OR_SPECIAL',
  version: 1,
  market: 'securities',
  checks: ['transfer'],
  order: 120,
  byte: 250,
  sentence: 'A court order, estate, death, divorce or forced transfer has a legal basis, a document and a second person, and is reviewed.',
  message: {
    review: 'A {kind} is looked at by two people.',
    fail: 'A forced transfer may not go to the person who orders it.',
    needs_info: 'Legal basis, document and second person are needed.',
  },
  citation: product(),
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'hold',
  params: {},
  needs: {
    changes: ownerChanges,
    transferKind: dealFacts.transferKind,
    basis: fact.orNone(fact.text('transfer.legal_basis')),
    document: fact.orNone(fact.text('transfer.document_hash')),
    second: fact.orNone(fact.text('transfer.second_person')),
    orderedBy: fact.text('transfer.ordered_by'),
    to: fact.text('to.person_id'),
  },
  applies: (f) => f.changes && f.transferKind !== 'transfer' && f.transferKind !== 'trade',
  holds: (f) => {
    if (f.transferKind === 'forced' && f.orderedBy === f.to) return deny()
    const missing = [
      f.basis === null && 'transfer.legal_basis',
      f.document === null && 'transfer.document_hash',
      f.second === null && 'transfer.second_person',
    ].filter((path) => path !== false)
    if (missing.length > 0) return ask({}, { missing })
    if (f.second === f.orderedBy) return ask({}, { missing: ['transfer.second_person'] })
    return f.transferKind === 'issuer_repurchase' ? pass : broken({ kind: f.transferKind.replace('_', ' ') })
  },
  given: {
    'from.person_id': 'per_a',
    'to.person_id': 'per_b',
    'transfer.kind': 'court_order',
    'transfer.legal_basis': 'order 12/2026',
    'transfer.document_hash': 'e'.repeat(64),
    'transfer.second_person': 'usr_2',
    'transfer.ordered_by': 'usr_1',
  },
  goldens: [
    { name: 'court order', facts: {}, expect: 'review' },
    { name: 'no document', facts: { 'transfer.document_hash': 'none' }, expect: 'needs_info' },
    { name: 'no basis', facts: { 'transfer.legal_basis': 'none' }, expect: 'needs_info' },
    { name: 'no second person', facts: { 'transfer.second_person': 'none' }, expect: 'needs_info' },
    { name: 'the second is the first', facts: { 'transfer.second_person': 'usr_1' }, expect: 'needs_info' },
    { name: 'forced to the one who orders it', facts: { 'transfer.kind': 'forced', 'transfer.ordered_by': 'per_b' }, expect: 'fail' },
    { name: 'repurchase by the issuer', facts: { 'transfer.kind': 'issuer_repurchase' }, expect: 'pass' },
    { name: 'ordinary', facts: { 'transfer.kind': 'transfer' }, expect: 'not_applicable' },
    { name: 'trade', facts: { 'transfer.kind': 'trade' }, expect: 'not_applicable' },
    { name: 'to oneself', facts: { 'to.person_id': 'per_a' }, expect: 'not_applicable' },
  ],
})
