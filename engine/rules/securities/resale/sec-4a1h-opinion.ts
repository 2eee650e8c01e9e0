import { resaleNeeds } from '../../../calculations/resale.ts'
import { resaleCase } from '../../../cases/transfer.ts'
import { statute } from '../../../citations.ts'
import { ownerChanges } from '../../../facts/groups/securities.ts'
import { broken, defineRule, review } from '../../../rule.ts'

export default defineRule({
  code: 'SEC_4A1H_OPINION',
  version: 1,
  market: 'securities',
  checks: ['transfer'],
  order: 136,
  partOf: 'TRANSFER_ROUTE_RESOLVE',
  byte: 250,
  codes: { fail: 47 },
  sentence: 'A resale under section 4(a)(1½) rests on counsel’s opinion naming lot and buyer, and always on a person’s review.',
  message: { review: 'Counsel’s opinion has to be judged by a person.', fail: 'There is no opinion of counsel.' },
  citation: statute('Case law and SEC staff positions on section “4(a)(1½)”'),
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: {},
  needs: { changes: ownerChanges, opinion: resaleNeeds.opinion },
  applies: (f) => f.changes,
  holds: (f) => (f.opinion === null ? broken() : review()),
  given: { ...resaleCase, 'transfer.opinion_hash': 'd'.repeat(64) },
  goldens: [
    { name: 'opinion', facts: {}, expect: 'review' },
    { name: 'none', facts: { 'transfer.opinion_hash': 'none' }, expect: 'fail' },
  ],
})
