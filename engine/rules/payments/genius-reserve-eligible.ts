import { eligibleKind, eligibleReserves } from '../../calculations/reserves.ts'
import { MINT_CASE } from '../../cases/stablecoin.ts'
import { legalDay } from '../../dates.ts'
import { mints, reserves, token } from '../../facts/groups/token.ts'
import { formatMicro } from '../../money.ts'
import { broken, defineRule, passWith } from '../../rule.ts'

export default defineRule({
  code: 'GENIUS_RESERVE_ELIGIBLE',
  version: 1,
  market: 'payments',
  checks: ['payment', 'reserve.statement'],
  order: 1212,
  sentence:
    'Reserves count only as cash, insured deposits, Treasuries of up to 93 days, overnight repos, government funds and what a regulator approved.',
  message: 'These reserve assets do not count: {excluded}.',
  citation: { label: 'Pub. L. 119-27 sec. 4(a)(1)(A)', url: 'https://www.congress.gov/119/plaws/publ27/PLAW-119publ27.pdf' },
  certainty: 'K',
  in_force_from: '2025-07-18',
  severity: 'info',
  params: { max_days: 93 },
  needs: { market: token.market, type: token.type, frameworks: token.frameworks, ...reserves },
  applies: (f) => mints(f, 'genius'),
  holds: (f, p) => {
    const on = legalDay(f.snapshot)
    const excluded = f.assets.filter((a) => !eligibleKind(a, p.max_days, on)).map((a) => `${a.type} ${formatMicro(a.value)}`)
    const counted = formatMicro(eligibleReserves(f.assets, p.max_days, on))
    return excluded.length === 0 ? passWith({ counted }) : broken({ excluded, counted })
  },
  given: { ...MINT_CASE, 'token.reserves': [{ type: 'treasury', value: '100', remaining_days: 93, encumbered: 'no' }] },
  goldens: [
    { name: 'Treasury of 93 days', facts: {}, expect: 'pass', details: { counted: '100.00' } },
    { name: 'Treasury of 94 days', facts: { 'token.reserves.0.remaining_days': 94 }, expect: 'info', details: { counted: '0.00' } },
    {
      name: 'corporate bond',
      facts: { 'token.reserves.0.type': 'other', 'token.reserves.0.remaining_days': 10 },
      expect: 'info',
      details: { counted: '0.00' },
    },
    { name: 'Treasury that matured', facts: { 'token.reserves.0.remaining_days': 0 }, expect: 'info', details: { counted: '0.00' } },
    { name: 'Treasury of its last day', facts: { 'token.reserves.0.remaining_days': 1 }, expect: 'pass' },
    {
      name: 'repo of two days',
      facts: { 'token.reserves.0.type': 'repo', 'token.reserves.0.remaining_days': 2 },
      expect: 'info',
      details: { counted: '0.00' },
    },
    {
      name: 'reverse repo of 93 days',
      facts: { 'token.reserves.0.type': 'reverse_repo' },
      expect: 'info',
      details: { counted: '0.00' },
    },
    {
      name: 'repo from Friday to Monday',
      facts: {
        'token.reserves.0.type': 'repo',
        'token.reserves.0.remaining_days': 3,
        'token.reserves_at': '2027-02-05T17:00:00Z',
        as_of: '2027-02-05T18:00:00Z',
      },
      expect: 'pass',
    },
    {
      name: 'repo from Friday to Tuesday',
      facts: {
        'token.reserves.0.type': 'repo',
        'token.reserves.0.remaining_days': 4,
        'token.reserves_at': '2027-02-05T17:00:00Z',
        as_of: '2027-02-05T18:00:00Z',
      },
      expect: 'info',
    },
    { name: 'overnight repo', facts: { 'token.reserves.0.type': 'repo', 'token.reserves.0.remaining_days': 1 }, expect: 'pass' },
    {
      name: 'balance at the Federal Reserve',
      facts: { 'token.reserves.0.type': 'fed_balance', 'token.reserves.0.remaining_days': 0 },
      expect: 'pass',
    },
    {
      name: 'a government fund has no maturity of its own',
      facts: { 'token.reserves.0.type': 'government_fund', 'token.reserves.0.remaining_days': 400 },
      expect: 'pass',
    },
  ],
})
