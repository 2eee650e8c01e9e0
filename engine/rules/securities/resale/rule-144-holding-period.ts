import { lotsFact, lotsMoved, lotsUsed } from '../../../calculations/lots.ts'
import { freeDay } from '../../../calculations/resale.ts'
import { lot, resaleCase, tacked } from '../../../cases/transfer.ts'
import { cfr } from '../../../citations.ts'
import { isoDay } from '../../../dates.ts'
import { issuerFacts, ownerChanges, senderFacts } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { broken, defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'RULE_144_HOLDING_PERIOD',
  version: 1,
  market: 'securities',
  checks: ['transfer'],
  order: 133,
  partOf: 'TRANSFER_ROUTE_RESOLVE',
  byte: 26,
  sentence: 'Restricted units are held for six months when the issuer has been reporting for 90 days, else for a year.',
  message: 'Under Rule 144 these units are free from {free_on}.',
  citation: cfr(17, '230.144', '(d)(1)'),
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: { reporting_months: 6, other_months: 12, reporting_days: 90 },
  needs: {
    changes: ownerChanges,
    lots: lotsFact,
    named: fact('transfer.lot_ids'),
    quantity: fact('transfer.quantity'),
    reporting: issuerFacts.reporting,
    reportingSince: issuerFacts.reportingSince,
    affiliate: senderFacts.affiliate,
    affiliateLately: senderFacts.affiliateLately,
  },
  applies: (f) => f.changes,
  holds: (f, p, now) => {
    const lots = lotsMoved(f.lots, f.named)
    let last = 0
    for (const { lot } of lotsUsed(lots, f.quantity)) last = Math.max(last, freeDay(lot, f, now.day, p))
    return now.day >= last ? pass : broken({ free_on: isoDay(last) })
  },
  given: { ...resaleCase, as_of: '2026-07-16T17:00:00Z', 'issuer.exchange_act_reporting': true, 'issuer.reporting_since': '2020-01-01' },
  goldens: [
    { name: 'reporting, the day after six months', facts: {}, expect: 'pass' },
    { name: 'reporting, six months', facts: { as_of: '2026-07-15T17:00:00Z' }, expect: 'fail', details: { free_on: '2026-07-16' } },
    {
      name: 'not reporting, a year',
      facts: { as_of: '2027-01-15T17:00:00Z', 'issuer.exchange_act_reporting': false },
      expect: 'fail',
      details: { free_on: '2027-01-16' },
    },
    {
      name: 'not reporting, the day after a year',
      facts: { as_of: '2027-01-16T17:00:00Z', 'issuer.exchange_act_reporting': false },
      expect: 'pass',
    },
    {
      name: 'reporting for 89 days',
      facts: { as_of: '2026-07-01T17:00:00Z', 'issuer.reporting_since': '2026-04-03', 'from.lots': [lot('lot_1', '1000', '2025-12-31')] },
      expect: 'fail',
      details: { free_on: '2027-01-01' },
    },
    {
      name: 'reporting for 90 days',
      facts: { as_of: '2026-07-01T17:00:00Z', 'issuer.reporting_since': '2026-04-02', 'from.lots': [lot('lot_1', '1000', '2025-12-31')] },
      expect: 'pass',
    },
    {
      name: 'a lot of 31 August',
      facts: { as_of: '2026-12-01T17:00:00Z', 'from.lots': [lot('lot_1', '1000', '2026-08-31')] },
      expect: 'fail',
      details: { free_on: '2027-03-01' },
    },
    {
      name: 'paid in full later',
      facts: { 'from.lots': [lot('lot_1', '1000', '2026-01-15', { paid_in_full_at: '2026-01-16' })] },
      expect: 'fail',
      details: { free_on: '2026-07-17' },
    },
    {
      name: 'bought from a holder: the clock runs on',
      facts: { 'from.lots': [tacked('lot_2', '1000', '2026-06-01', lot('lot_1', '1000', '2026-01-15'))] },
      expect: 'pass',
    },
    {
      name: 'bought from an affiliate: the clock restarts',
      facts: {
        'from.lots': [lot('lot_2', '1000', '2026-06-01', { acquired_from: 'affiliate', tack_from: lot('lot_1', '1000', '2026-01-15') })],
      },
      expect: 'fail',
      details: { free_on: '2026-12-02' },
    },
    {
      name: 'a gift of an affiliate: the donor’s clock',
      facts: {
        'from.lots': [
          lot('lot_2', '1000', '2026-06-01', { acquired_from: 'affiliate', how: 'gift', tack_from: lot('lot_1', '1000', '2026-01-15') }),
        ],
      },
      expect: 'pass',
    },
    {
      name: 'an estate that is no affiliate',
      facts: { 'from.lots': [lot('lot_2', '1000', '2026-07-01', { how: 'estate', acquired_from: 'other' })] },
      expect: 'pass',
    },
    {
      name: 'the earlier lot is not known',
      facts: { 'from.lots': [tacked('lot_2', '1000', '2026-06-01', 'none' as never)] },
      expect: 'needs_info',
    },
    {
      name: 'a named older lot',
      facts: { 'from.lots': [lot('new', '1000', '2026-06-01'), lot('old', '1000', '2026-01-15')], 'transfer.lot_ids': ['old'] },
      expect: 'pass',
    },
    {
      name: 'first in, first out',
      facts: { 'from.lots': [lot('new', '1000', '2026-06-01'), lot('old', '1000', '2026-01-15')] },
      expect: 'fail',
    },
    { name: 'to oneself', facts: { 'to.person_id': 'per_a', as_of: '2026-02-01T17:00:00Z' }, expect: 'not_applicable' },
  ],
})
