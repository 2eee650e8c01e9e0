import { HOUR, inWindow } from '../../calculations/windows.ts'
import { TRAVEL_CASE, US_MESSAGE } from '../../cases/travel.ts'
import { missingPaths, travel, travelState } from '../../facts/groups/travel.ts'
import { fact } from '../../facts/vocabulary.ts'
import { broken, defineRule, pass } from '../../rule.ts'

export default defineRule({
  code: 'TRAVEL_RULE_LINKED',
  version: 1,
  market: 'payments',
  checks: ['payment'],
  order: 1671,
  sentence: 'Linked transfers within 24 hours are summed before the threshold is read.',
  message: 'With linked transfers the amount reaches the threshold of {regimes}; data is missing: {pointers}.',
  citation: {
    label: 'Product reading of linked transfers; FATF R.16; 31 CFR 1010.313',
    url: 'https://www.ecfr.gov/current/title-31/section-1010.410',
  },
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'ask',
  byte: 30,
  params: { hours: 24 },
  needs: { ...travel, linked: fact('history.linked') },
  applies: (f) => f.seats.length > 0 && f.direction === 'outbound',
  holds: (f, p, now) => {
    const sum = { usd: 0n, eur: 0n }
    for (const l of f.linked) {
      if (!inWindow(l.at, now.ms, p.hours * HOUR)) continue
      sum.usd += l.usd
      sum.eur += l.eur
    }
    if (sum.usd === 0n && sum.eur === 0n) return pass
    const state = travelState(f, sum)
    return state.missing.length === 0
      ? pass
      : broken({ regimes: state.ids, pointers: state.missing }, { missing: missingPaths(state.missing) })
  },
  given: {
    ...TRAVEL_CASE,
    'tx.amount.amount': '1500',
    'tx.travel.message': 'none',
    'history.linked': [{ at: '2026-11-20T17:00:01Z', usd: '1500', eur: '1380' }],
  },
  goldens: [
    { name: '1,500 and 1,500', facts: {}, expect: 'needs_info' },
    { name: '1,500 and 1,499.99', facts: { 'tx.amount.amount': '1499.99' }, expect: 'pass' },
    { name: '24 hours apart', facts: { 'history.linked.0.at': '2026-11-20T17:00:00Z' }, expect: 'pass' },
    { name: 'with data', facts: { 'tx.travel.message': US_MESSAGE }, expect: 'pass' },
    { name: 'nothing linked', facts: { 'history.linked': [] }, expect: 'pass' },
    { name: 'history unknown', facts: { 'history.linked': null }, expect: 'needs_info' },
  ],
})
