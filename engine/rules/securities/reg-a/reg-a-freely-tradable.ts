import { lotsFact } from '../../../calculations/lots.ts'
import { isAffiliate } from '../../../calculations/resale.ts'
import { lot, resaleCase } from '../../../cases/transfer.ts'
import { cfr } from '../../../citations.ts'
import { ownerChanges, senderFacts } from '../../../facts/groups/securities.ts'
import { ask, broken, defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'REG_A_FREELY_TRADABLE',
  version: 1,
  market: 'securities',
  checks: ['transfer'],
  order: 130,
  partOf: 'TRANSFER_ROUTE_RESOLVE',
  sentence: 'Units that a non-affiliate bought in a qualified Regulation A sale are not restricted; an affiliate’s are control securities.',
  message: {
    info: 'The seller is an affiliate: Rule 144 applies to its units.',
    needs_info: 'Whether the giver was an affiliate decides the path.',
  },
  citation: cfr(17, '230.144', '(a)(3)'),
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'info',
  params: {},
  needs: { changes: ownerChanges, lots: lotsFact, affiliate: senderFacts.affiliate, affiliateLately: senderFacts.affiliateLately },
  applies: (f) => f.changes && f.lots.some((lot) => lot.acquired_under === 'reg_a_tier1' || lot.acquired_under === 'reg_a_tier2'),
  holds: (f) => {
    if (f.lots.some((lot) => lot.acquired_from === 'affiliate' && lot.how === 'gift'))
      return ask({}, { missing: ['from.affiliate_of_issuer'] })
    return isAffiliate(f) ? broken() : pass
  },
  given: { ...resaleCase, 'from.lots': [lot('lot_1', '1000', '2026-06-01', { acquired_under: 'reg_a_tier2' })] },
  goldens: [
    { name: 'non-affiliate on day 1', facts: {}, expect: 'pass' },
    { name: 'affiliate', facts: { 'from.affiliate_of_issuer': true }, expect: 'info' },
    { name: 'affiliate until lately', facts: { 'from.affiliate_last_3_months': true }, expect: 'info' },
    { name: 'Tier 1', facts: { 'from.lots.0.acquired_under': 'reg_a_tier1' }, expect: 'pass' },
    {
      name: 'a gift of an affiliate',
      facts: {
        'from.lots': [lot('lot_1', '1000', '2026-06-01', { acquired_under: 'reg_a_tier2', acquired_from: 'affiliate', how: 'gift' })],
      },
      expect: 'needs_info',
    },
    { name: '506(c) lot', facts: { 'from.lots': [lot('lot_1', '1000', '2026-06-01')] }, expect: 'not_applicable' },
  ],
})
