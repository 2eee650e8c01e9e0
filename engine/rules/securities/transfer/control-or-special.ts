import { product } from '../../../citations.ts'
import { backToIssuer, dealFacts, ownerChanges } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { ask, broken, defineRule, deny, pass } from '../../../rule.ts'

export default defineRule({
  code: 'CONTROL_OR_SPECIAL',
  version: 1,
  market: 'securities',
  checks: ['transfer'],
  order: 120,
  byte: 250,
  codes: { fail: 47, needs_info: 45 },
  sentence:
    'A court order, estate, death, divorce, forced transfer or ordered repurchase has a legal basis, a document and a second person; what goes to another holder is reviewed.',
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
    backToIssuer,
    transferKind: dealFacts.transferKind,
    basis: fact('transfer.legal_basis'),
    document: fact('transfer.document_hash'),
    second: fact('transfer.second_person'),
    orderedBy: fact('transfer.ordered_by'),
    to: fact('to.person_id'),
  },
  // Whoever redeems their own units brings no papers: only what was ordered for them is judged.
  applies: (f) =>
    f.transferKind !== 'transfer' &&
    f.transferKind !== 'trade' &&
    (f.changes || (f.backToIssuer && [f.basis, f.document, f.second].some((paper) => paper !== null))),
  holds: (f) => {
    if (f.transferKind === 'forced' && f.orderedBy === f.to) return deny()
    const missing = [
      f.basis === null && 'transfer.legal_basis',
      f.document === null && 'transfer.document_hash',
      f.second === null && 'transfer.second_person',
    ].filter((path) => path !== false)
    if (missing.length > 0) return ask({}, { missing })
    if (f.second === f.orderedBy) return ask({}, { missing: ['transfer.second_person'] })
    return f.backToIssuer ? pass : broken({ kind: f.transferKind.replace('_', ' ') })
  },
  given: {
    'issuer.id': 'iss_1',
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
    { name: 'repurchase by the issuer', facts: { 'transfer.kind': 'issuer_repurchase', 'to.person_id': 'iss_1' }, expect: 'pass' },
    {
      name: 'an ordered repurchase, the units end',
      facts: { 'transfer.kind': 'issuer_repurchase', 'to.person_id': 'per_a' },
      expect: 'pass',
    },
    {
      name: 'an ordered repurchase without its document',
      facts: { 'transfer.kind': 'issuer_repurchase', 'to.person_id': 'per_a', 'transfer.document_hash': 'none' },
      expect: 'needs_info',
    },
    {
      name: 'an ordered repurchase that one person stands for',
      facts: { 'transfer.kind': 'issuer_repurchase', 'to.person_id': 'per_a', 'transfer.second_person': 'usr_1' },
      expect: 'needs_info',
    },
    {
      name: 'redeemed by who holds them',
      facts: {
        'transfer.kind': 'issuer_repurchase',
        'to.person_id': 'per_a',
        'transfer.legal_basis': 'none',
        'transfer.document_hash': 'none',
        'transfer.second_person': 'none',
      },
      expect: 'not_applicable',
    },
    { name: 'called a repurchase, to a holder', facts: { 'transfer.kind': 'issuer_repurchase' }, expect: 'review' },
    { name: 'ordinary', facts: { 'transfer.kind': 'transfer' }, expect: 'not_applicable' },
    { name: 'trade', facts: { 'transfer.kind': 'trade' }, expect: 'not_applicable' },
    { name: 'to oneself', facts: { 'to.person_id': 'per_a' }, expect: 'not_applicable' },
  ],
})
