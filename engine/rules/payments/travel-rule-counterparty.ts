import { TRAVEL_CASE } from '../../cases/travel.ts'
import { travel } from '../../facts/groups/travel.ts'
import { fact } from '../../facts/vocabulary.ts'
import { broken, defineRule, deny, pass } from '../../rule.ts'

export default defineRule({
  code: 'TRAVEL_RULE_COUNTERPARTY',
  version: 1,
  market: 'payments',
  checks: ['payment'],
  order: 1674,
  sentence: 'The other provider is known, was examined in the last year and did not refuse.',
  message: {
    review: 'The other provider is not known, was not examined lately, or is silent ({why}).',
    fail: 'The other provider refused the transfer.',
  },
  citation: {
    label: 'FATF R.13 and R.16; EBA GL/2024/11',
    url: 'https://www.fatf-gafi.org/en/publications/Fatfrecommendations/Fatf-recommendations.html',
  },
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'hold',
  byte: 31,
  codes: { review: 37 },
  params: { max_days: 365, silence_hours: 48 },
  needs: {
    seats: travel.seats,
    selfHosted: travel.selfHosted,
    vasp: fact('tx.travel.vasp'),
    sent: fact('tx.travel.sent_at'),
    answered: fact('tx.travel.answered'),
  },
  applies: (f) => f.seats.length > 0 && f.selfHosted === 'none',
  holds: (f, p, now) => {
    // One provider on both sides has no counterparty.
    if (f.vasp === null) return pass
    if (f.vasp.status === 'rejected') return deny()
    if (f.vasp.status === 'unknown') return broken({ why: 'unknown' })
    if (f.vasp.examined_on === null || now.day - f.vasp.examined_on > p.max_days) return broken({ why: 'due diligence' })
    return f.sent !== null && !f.answered && now.ms - f.sent >= p.silence_hours * 3_600_000 ? broken({ why: 'silent' }) : pass
  },
  given: {
    ...TRAVEL_CASE,
    'tx.travel.vasp': { status: 'active', examined_on: '2025-11-21' },
    'tx.travel.sent_at': 'none',
    'tx.travel.answered': false,
  },
  goldens: [
    { name: 'active, examined 365 days ago', facts: {}, expect: 'pass' },
    { name: 'examined 366 days ago', facts: { 'tx.travel.vasp.examined_on': '2025-11-20' }, expect: 'review' },
    { name: 'never examined', facts: { 'tx.travel.vasp.examined_on': 'none' }, expect: 'review' },
    { name: 'unknown', facts: { 'tx.travel.vasp.status': 'unknown' }, expect: 'review' },
    { name: 'refused', facts: { 'tx.travel.vasp.status': 'rejected' }, expect: 'fail' },
    { name: 'silent for 48 hours', facts: { 'tx.travel.sent_at': '2026-11-19T17:00:00Z' }, expect: 'review', details: { why: 'silent' } },
    { name: 'silent for less', facts: { 'tx.travel.sent_at': '2026-11-19T17:00:01Z' }, expect: 'pass' },
    { name: 'answered', facts: { 'tx.travel.sent_at': '2026-11-10T17:00:00Z', 'tx.travel.answered': true }, expect: 'pass' },
    { name: 'no other provider', facts: { 'tx.travel.vasp': 'none' }, expect: 'pass' },
    { name: 'not said', facts: { 'tx.travel.vasp': null }, expect: 'needs_info' },
  ],
})
