import { MINT_CASE } from '../../cases/stablecoin.ts'
import { mints, reserves, token, underGenius } from '../../facts/groups/token.ts'
import { ask, broken, defineRule, pass } from '../../rule.ts'

export default defineRule({
  code: 'GENIUS_NO_REUSE',
  version: 1,
  market: 'payments',
  checks: ['payment', 'reserve.statement'],
  order: 1213,
  sentence: 'Reserves are not pledged or used again, except overnight to meet redemptions.',
  message: {
    warn: 'Pledged reserves are left out of the sum.',
    needs_info: 'Whether the reserves are pledged is needed.',
    info: 'From {in_force_from} whether the reserves are pledged is needed.',
  },
  citation: { label: 'Pub. L. 119-27 sec. 4(a)(2)', url: 'https://www.congress.gov/119/plaws/publ27/PLAW-119publ27.pdf' },
  certainty: 'V',
  in_force_from: '2025-07-18',
  severity: 'warn',
  params: { in_force: '2027-01-18' },
  needs: { ...token, assets: reserves.assets },
  applies: (f) => mints(f, 'genius'),
  holds: (f, p, now) =>
    underGenius(f, p.in_force, now, () => {
      if (f.assets.some((a) => a.encumbered === 'unknown')) return ask({}, { missing: ['token.reserves'] })
      return f.assets.some((a) => a.encumbered === 'yes') ? broken() : pass
    }),
  given: MINT_CASE,
  goldens: [
    { name: 'free', facts: {}, expect: 'pass' },
    { name: 'pledged', facts: { 'token.reserves.0.encumbered': 'yes' }, expect: 'warn' },
    { name: 'overnight repo for redemptions', facts: { 'token.reserves.0.encumbered': 'repo_liquidity' }, expect: 'pass' },
    { name: 'unknown', facts: { 'token.reserves.0.encumbered': 'unknown' }, expect: 'needs_info' },
    { name: 'unknown on 2027-01-17', facts: { 'token.reserves.0.encumbered': 'unknown', as_of: '2027-01-17T17:00:00Z' }, expect: 'info' },
    {
      name: 'unknown on 2027-01-18',
      facts: { 'token.reserves.0.encumbered': 'unknown', as_of: '2027-01-18T17:00:00Z' },
      expect: 'needs_info',
    },
  ],
})
