import { lotsFact, lotsMoved, lotsUsed } from '../../../calculations/lots.ts'
import { holdingOf, isAffiliate } from '../../../calculations/resale.ts'
import { lot, resaleCase } from '../../../cases/transfer.ts'
import { cfr } from '../../../citations.ts'
import { addMonths } from '../../../dates.ts'
import { ownerChanges, senderFacts } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { broken, defineRule, passWith } from '../../../rule.ts'

export default defineRule({
  code: 'RULE_144_NON_AFFILIATE_FREE',
  version: 1,
  market: 'securities',
  checks: ['transfer'],
  order: 133,
  partOf: 'TRANSFER_ROUTE_RESOLVE',
  sentence: 'A non-affiliate who has held for a year sells without any other condition, and the legend comes off.',
  message: 'The year is not over.',
  citation: cfr(17, '230.144', '(b)(1)'),
  certainty: 'V',
  in_force_from: '2025-01-01',
  severity: 'info',
  params: { months: 12 },
  needs: {
    changes: ownerChanges,
    lots: lotsFact,
    named: fact('transfer.lot_ids'),
    quantity: fact('transfer.quantity'),
    affiliate: senderFacts.affiliate,
    affiliateLately: senderFacts.affiliateLately,
  },
  applies: (f) => f.changes && !isAffiliate(f),
  holds: (f, p, now) => {
    const lots = lotsMoved(f.lots, f.named)
    const used = lotsUsed(lots, f.quantity)
    return used.length > 0 && used.every(({ lot }) => now.day > addMonths(holdingOf(lot), p.months))
      ? passWith({ remove_legend: 'L1' })
      : broken()
  },
  given: { ...resaleCase, as_of: '2027-01-16T17:00:00Z' },
  goldens: [
    { name: 'the day after the anniversary', facts: {}, expect: 'pass', details: { remove_legend: 'L1' } },
    { name: 'the anniversary', facts: { as_of: '2027-01-15T17:00:00Z' }, expect: 'info' },
    {
      name: 'a lot of one month by its name, beside an old one',
      facts: { 'from.lots': [lot('old', '1000', '2025-01-15'), lot('young', '1000', '2026-12-15')], 'transfer.lot_ids': ['young'] },
      expect: 'info',
    },
    {
      name: 'the old lot by its name',
      facts: { 'from.lots': [lot('young', '1000', '2026-12-15'), lot('old', '1000', '2025-01-15')], 'transfer.lot_ids': ['old'] },
      expect: 'pass',
    },
    { name: 'affiliate until two months ago', facts: { 'from.affiliate_last_3_months': true }, expect: 'not_applicable' },
    { name: 'affiliate', facts: { 'from.affiliate_of_issuer': true }, expect: 'not_applicable' },
    { name: 'to oneself', facts: { 'to.person_id': 'per_a' }, expect: 'not_applicable' },
  ],
})
