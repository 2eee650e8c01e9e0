import { lotsFact, lotsMoved, lotsUsed } from '../../../calculations/lots.ts'
import { holdingOf, resaleNeeds } from '../../../calculations/resale.ts'
import { lot, resaleCase } from '../../../cases/transfer.ts'
import { cfr } from '../../../citations.ts'
import { addMonths } from '../../../dates.ts'
import { buyerIsUs, ownerChanges } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { broken, defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'CONDUIT_RESALE',
  version: 1,
  market: 'securities',
  checks: ['transfer'],
  order: 139,
  byte: 250,
  sentence: 'The issuer’s own 506(b) purchaser does not sell inside the holding period to a US person who is not accredited.',
  message: 'This looks like a resale that serves as a conduit; a person has to look.',
  citation: cfr(17, '230.502', '(d); 230.506(b)'),
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'hold',
  params: { months: 12 },
  needs: {
    changes: ownerChanges,
    lots: lotsFact,
    named: fact('transfer.lot_ids'),
    toUs: buyerIsUs,
    accredited: resaleNeeds.toAccredited,
    quantity: fact('transfer.quantity'),
  },
  applies: (f) => f.changes && f.toUs && f.accredited !== 'accredited',
  holds: (f, p, now) => {
    const early = lotsUsed(lotsMoved(f.lots, f.named), f.quantity).some(
      ({ lot }) => lot.acquired_under === 'reg_d_506b' && lot.acquired_from === 'issuer' && now.day <= addMonths(holdingOf(lot), p.months),
    )
    return early ? broken() : pass
  },
  given: {
    ...resaleCase,
    as_of: '2027-01-15T17:00:00Z',
    'from.lots': [lot('lot_1', '1000', '2026-01-15', { acquired_under: 'reg_d_506b' })],
    'to.accreditation.status': 'not_accredited',
  },
  goldens: [
    { name: 'inside the holding period', facts: {}, expect: 'review' },
    { name: 'the day after', facts: { as_of: '2027-01-16T17:00:00Z' }, expect: 'pass' },
    { name: 'not the issuer’s own purchaser', facts: { 'from.lots.0.acquired_from': 'affiliate' }, expect: 'pass' },
    {
      name: 'the younger lot by name',
      facts: {
        'from.lots': [
          lot('old', '1000', '2025-01-15', { acquired_under: 'reg_d_506b' }),
          lot('young', '1000', '2026-01-15', { acquired_under: 'reg_d_506b' }),
        ],
        'transfer.lot_ids': ['young'],
      },
      expect: 'review',
    },
    {
      name: 'paid in full later',
      facts: { as_of: '2027-01-16T17:00:00Z', 'from.lots.0.paid_in_full_at': '2026-02-01' },
      expect: 'review',
    },
    { name: '506(c)', facts: { 'from.lots.0.acquired_under': 'reg_d_506c' }, expect: 'pass' },
    { name: 'accredited buyer', facts: { 'to.accreditation.status': 'accredited' }, expect: 'not_applicable' },
    { name: 'a buyer who lives in the United States and says not to be a US person', facts: { 'to.us_person': false }, expect: 'review' },
    { name: 'buyer abroad', facts: { 'to.us_person': false, 'to.residence': 'FR' }, expect: 'not_applicable' },
  ],
})
