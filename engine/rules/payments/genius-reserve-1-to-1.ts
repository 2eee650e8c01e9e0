import { eligibleReserves } from '../../calculations/reserves.ts'
import { MINT_CASE } from '../../cases/stablecoin.ts'
import { upTo } from '../../changes.ts'
import { legalDay } from '../../dates.ts'
import { mints, reserves, token, underGenius } from '../../facts/groups/token.ts'
import { fact } from '../../facts/vocabulary.ts'
import { k } from '../../facts.ts'
import { formatMicro, toCent } from '../../money.ts'
import { ask, broken, defineRule, pass } from '../../rule.ts'

export default defineRule({
  code: 'GENIUS_RESERVE_1_TO_1',
  version: 1,
  market: 'payments',
  checks: ['payment', 'reserve.statement'],
  order: 1211,
  sentence: 'Eligible reserves cover everything outstanding after this mint.',
  message: {
    fail: 'Eligible reserves of {reserves} USD do not cover {needed} USD.',
    needs_info: 'A reserve statement of the last 24 hours is needed.',
    info: 'From {in_force_from} eligible reserves must cover everything outstanding.',
  },
  citation: { label: 'Pub. L. 119-27 sec. 4(a)(1)(A)', url: 'https://www.congress.gov/119/plaws/publ27/PLAW-119publ27.pdf' },
  certainty: 'V',
  in_force_from: '2025-07-18',
  severity: 'block',
  codes: { fail: 38 },
  params: { in_force: '2027-01-18', max_hours: 24, max_days: 93 },
  needs: { ...token, ...reserves, usd: fact('tx.amount', k.usd) },
  applies: (f) => mints(f, 'genius'),
  holds: (f, p, now) =>
    underGenius(f, p.in_force, now, () => {
      if (f.snapshot > now.ms || now.ms - f.snapshot > p.max_hours * 3_600_000) return ask({}, { missing: ['token.reserves_at'] })
      const sum = eligibleReserves(f.assets, p.max_days, legalDay(f.snapshot))
      const needed = f.outstanding + f.usd
      return sum >= needed
        ? pass
        : broken(
            { reserves: formatMicro(sum), needed: formatMicro(needed) },
            {
              changes: upTo('tx.amount', toCent(sum - f.outstanding, 'down')),
            },
          )
    }),
  given: MINT_CASE,
  goldens: [
    { name: '100.00 against 90 and 10', facts: {}, expect: 'pass' },
    { name: '99.999999', facts: { 'token.reserves.0.value': '99.999999' }, expect: 'fail' },
    { name: 'a snapshot of 24 hours', facts: { 'token.reserves_at': '2027-01-31T17:00:00Z' }, expect: 'pass' },
    { name: 'a snapshot of 25 hours', facts: { 'token.reserves_at': '2027-01-31T16:00:00Z' }, expect: 'needs_info' },
    { name: 'a second over 24 hours', facts: { 'token.reserves_at': '2027-01-31T16:59:59Z' }, expect: 'needs_info' },
    {
      name: 'a bond of 94 days does not count',
      facts: { 'token.reserves.0': { type: 'treasury', value: '100.00', remaining_days: 94, encumbered: 'no' } },
      expect: 'fail',
    },
    {
      name: 'a bond of 93 days does',
      facts: { 'token.reserves.0': { type: 'treasury', value: '100.00', remaining_days: 93, encumbered: 'no' } },
      expect: 'pass',
    },
    {
      name: 'a matured bill does not count',
      facts: { 'token.reserves.0': { type: 'treasury', value: '100.00', remaining_days: 0, encumbered: 'no' } },
      expect: 'fail',
    },
    {
      name: 'a repo that ends tomorrow does',
      facts: { 'token.reserves.0': { type: 'repo', value: '100.00', remaining_days: 1, encumbered: 'no' } },
      expect: 'pass',
    },
    {
      name: 'a repo of two days does not',
      facts: { 'token.reserves.0': { type: 'repo', value: '100.00', remaining_days: 2, encumbered: 'no' } },
      expect: 'fail',
    },
    {
      name: 'a debt is no reserve',
      facts: {
        'token.reserves': [
          { type: 'cash', value: '100.00', remaining_days: 0, encumbered: 'no' },
          { type: 'cash', value: '-1', remaining_days: 0, encumbered: 'no' },
        ],
      },
      expect: 'pass',
    },
    {
      name: 'the first day in force',
      facts: { as_of: '2027-01-18T17:00:00Z', 'token.reserves': [], 'token.reserves_at': '2027-01-18T16:00:00Z' },
      expect: 'fail',
    },
    { name: 'before the act is in force', facts: { as_of: '2027-01-17T17:00:00Z', 'token.reserves': [] }, expect: 'info' },
    { name: 'reserves unknown', facts: { 'token.reserves': null }, expect: 'needs_info' },
  ],
})
