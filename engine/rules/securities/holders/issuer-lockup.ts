import { lockupEnd } from '../../../calculations/holding.ts'
import { lotsFact, lotsMoved, lotsUsed } from '../../../calculations/lots.ts'
import { holdingOf } from '../../../calculations/resale.ts'
import { lot, resaleCase, tacked } from '../../../cases/transfer.ts'
import { product } from '../../../citations.ts'
import { isoDay } from '../../../dates.ts'
import { ownerChanges } from '../../../facts/groups/securities.ts'
import type { Lot } from '../../../facts/shapes.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { broken, defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'ISSUER_LOCKUP',
  version: 1,
  market: 'securities',
  checks: ['transfer'],
  order: 110,
  byte: 26,
  sentence: 'Units are older than the lock-up that the subscription agreement sets.',
  message: 'These units are locked until {last}; they are free from {free_on}. {max_now} units can move now.',
  citation: product('Subscription agreement'),
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: {},
  needs: {
    changes: ownerChanges,
    lots: lotsFact,
    named: fact('transfer.lot_ids'),
    quantity: fact('transfer.quantity'),
    days: fact('offering.lockup_days'),
  },
  applies: (f) => f.changes && f.days !== null && f.days > 0,
  holds: (f, _p, now) => {
    const days = f.days
    if (days === null) return pass
    const lots = lotsMoved(f.lots, f.named)
    // From the start of the lot, which a buyer takes over with the units.
    const freeOf = (lot: Lot) => lockupEnd(holdingOf(lot), days)
    let free = 0
    for (const { lot } of lotsUsed(lots, f.quantity)) free = Math.max(free, freeOf(lot))
    if (now.day >= free) return pass
    const max_now = f.lots.reduce((sum, lot) => (now.day >= freeOf(lot) ? sum + lot.quantity : sum), 0n)
    const free_on = isoDay(free)
    const changes = [{ say: `from ${free_on}`, facts: { as_of: `${free_on}T17:00:00Z` } }]
    if (max_now > 0n) changes.push({ say: `up to ${max_now} units`, facts: { 'transfer.quantity': String(max_now) } as never })
    return broken({ last: isoDay(free - 1), free_on, max_now: String(max_now) }, { changes })
  },
  given: { ...resaleCase, as_of: '2026-06-09T17:00:00Z', 'from.lots': [lot('lot_1', '1000', '2026-03-10')], 'offering.lockup_days': 90 },
  goldens: [
    { name: 'the day after 90 days', facts: {}, expect: 'pass' },
    { name: 'day 90', facts: { as_of: '2026-06-08T17:00:00Z' }, expect: 'fail', details: { free_on: '2026-06-09', max_now: '0' } },
    {
      name: 'part of the units are free',
      facts: {
        as_of: '2026-06-08T17:00:00Z',
        'from.lots': [lot('old', '60', '2026-01-15'), lot('new', '40', '2026-03-10')],
        'transfer.quantity': '80',
      },
      expect: 'fail',
      details: { max_now: '60' },
    },
    {
      name: 'only the free part',
      facts: {
        as_of: '2026-06-08T17:00:00Z',
        'from.lots': [lot('old', '60', '2026-01-15'), lot('new', '40', '2026-03-10')],
        'transfer.quantity': '60',
      },
      expect: 'pass',
    },
    {
      name: 'the older lot by name',
      facts: {
        as_of: '2026-06-08T17:00:00Z',
        'from.lots': [lot('new', '40', '2026-03-10'), lot('old', '60', '2026-01-15')],
        'transfer.quantity': '60',
        'transfer.lot_ids': ['old'],
      },
      expect: 'pass',
    },
    { name: 'paid in full later', facts: { 'from.lots.0.paid_in_full_at': '2026-03-11' }, expect: 'fail' },
    {
      name: 'bought on from the first purchaser, whose start it keeps',
      facts: { 'from.lots': [tacked('lot_2', '1000', '2026-05-20', lot('lot_1', '1000', '2026-03-10'))] },
      expect: 'pass',
    },
    {
      name: 'bought from an affiliate: a new start',
      facts: { 'from.lots': [lot('lot_2', '1000', '2026-05-20', { acquired_from: 'affiliate' })] },
      expect: 'fail',
    },
    { name: 'a lock-up of no days', facts: { 'offering.lockup_days': 0, as_of: '2026-03-10T17:00:00Z' }, expect: 'not_applicable' },
    {
      name: 'a lock-up of one day, on the day after',
      facts: { 'offering.lockup_days': 1, as_of: '2026-03-11T17:00:00Z' },
      expect: 'fail',
      details: { free_on: '2026-03-12' },
    },
    { name: 'no lock-up', facts: { 'offering.lockup_days': 'none', as_of: '2026-03-10T17:00:00Z' }, expect: 'not_applicable' },
    { name: 'to oneself', facts: { 'to.person_id': 'per_a', as_of: '2026-03-10T17:00:00Z' }, expect: 'not_applicable' },
  ],
})
