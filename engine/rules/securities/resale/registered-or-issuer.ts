import { resaleNeeds } from '../../../calculations/resale.ts'
import { resaleCase } from '../../../cases/transfer.ts'
import { act } from '../../../citations.ts'
import { backToIssuer, ownerChanges } from '../../../facts/groups/securities.ts'
import { broken, defineRule, pass, review } from '../../../rule.ts'

export default defineRule({
  code: 'REGISTERED_OR_ISSUER',
  version: 1,
  market: 'securities',
  checks: ['transfer'],
  order: 130,
  partOf: 'TRANSFER_ROUTE_RESOLVE',
  sentence: 'A registered resale and a repurchase by the issuer need no exemption; a court order or succession goes to two people.',
  message: { review: 'Two people have to look at this transfer.', info: 'The resale is not registered.' },
  citation: act('securities', '§5'),
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'info',
  params: {},
  needs: { changes: ownerChanges, backToIssuer, transferKind: resaleNeeds.transferKind, registeredAt: resaleNeeds.registeredAt },
  applies: (f) => f.changes,
  holds: (f, _p, now) => {
    if (f.backToIssuer) return pass
    if (f.transferKind !== 'transfer' && f.transferKind !== 'trade') return review()
    return f.registeredAt !== null && now.ms >= f.registeredAt ? pass : broken()
  },
  given: { ...resaleCase, 'transfer.registration_effective_at': '2026-06-01T17:00:00Z' },
  goldens: [
    { name: 'effective', facts: {}, expect: 'pass' },
    { name: 'a second later', facts: { 'transfer.registration_effective_at': '2026-06-01T17:00:01Z' }, expect: 'info' },
    {
      name: 'to the issuer',
      facts: { 'transfer.kind': 'issuer_repurchase', 'transfer.registration_effective_at': 'none', 'to.person_id': 'iss_1' },
      expect: 'pass',
    },
    { name: 'called a repurchase, to a holder', facts: { 'transfer.kind': 'issuer_repurchase' }, expect: 'review' },
    { name: 'court order', facts: { 'transfer.kind': 'court_order' }, expect: 'review' },
    { name: 'a trade, not registered', facts: { 'transfer.kind': 'trade', 'transfer.registration_effective_at': 'none' }, expect: 'info' },
  ],
})
