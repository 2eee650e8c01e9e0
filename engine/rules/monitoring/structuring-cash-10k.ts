import { cashStructured } from '../../calculations/structuring.ts'
import { fact } from '../../facts/vocabulary.ts'
import { broken, defineRule, pass } from '../../rule.ts'

export default defineRule({
  code: 'STRUCTURING_CASH_10K',
  version: 1,
  market: 'monitoring',
  checks: ['payment', 'monitoring'],
  order: 1720,
  sentence: 'Cash is not split so as to stay under 10,000 USD.',
  message: 'Cash looks split so as to stay under 10,000 USD.',
  citation: { label: '31 USC 5324; 31 CFR 1010.314; FAQ of 2025-10-09', url: 'https://www.ecfr.gov/current/title-31/section-1010.314' },
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'hold',
  visibility: 'officer',
  byte: 250,
  params: {},
  needs: { cash: fact('history.cash') },
  holds: (f, _p, now) => {
    if (f.cash.length < 2) return pass
    const events = f.cash.map((c) => ({ at: c.at, day: c.day, place: c.place, micro: c.amount }))
    return cashStructured(events, now.ms) ? broken() : pass
  },
  given: {
    check: 'monitoring',
    'history.cash': [
      { at: '2026-11-19T15:00:00Z', day: '2026-11-19', place: 'a', amount: '9500', direction: 'in' },
      { at: '2026-11-20T15:00:00Z', day: '2026-11-20', place: 'a', amount: '9500', direction: 'in' },
      { at: '2026-11-21T15:00:00Z', day: '2026-11-21', place: 'a', amount: '9500', direction: 'in' },
    ],
  },
  goldens: [
    { name: '9,500 on three days', facts: {}, expect: 'review' },
    {
      name: '9,500 on two days',
      facts: {
        'history.cash': [
          { at: '2026-11-19T15:00:00Z', day: '2026-11-19', place: 'a', amount: '9500', direction: 'in' },
          { at: '2026-11-20T15:00:00Z', day: '2026-11-20', place: 'a', amount: '9500', direction: 'in' },
        ],
      },
      expect: 'pass',
    },
    {
      name: '7,999.99 four times',
      facts: {
        'history.cash': ['18', '19', '20', '21'].map((d) => ({
          at: `2026-11-${d}T15:00:00Z`,
          day: `2026-11-${d}`,
          place: 'a',
          amount: '7999.99',
          direction: 'in',
        })),
      },
      expect: 'pass',
    },
    {
      name: 'two places on one day',
      facts: {
        'history.cash': ['a', 'b'].map((place) => ({
          at: '2026-11-21T15:00:00Z',
          day: '2026-11-21',
          place,
          amount: '6000',
          direction: 'in',
        })),
      },
      expect: 'review',
    },
    { name: 'no cash', facts: { 'history.cash': [] }, expect: 'pass' },
    { name: 'unknown', facts: { 'history.cash': null }, expect: 'needs_info' },
  ],
})
