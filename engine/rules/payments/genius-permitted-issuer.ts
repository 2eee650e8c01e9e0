import { MINT_CASE } from '../../cases/stablecoin.ts'
import { mints, token, underGenius } from '../../facts/groups/token.ts'
import { fact } from '../../facts/vocabulary.ts'
import { k } from '../../facts.ts'
import { meets, micro } from '../../money.ts'
import { broken, defineRule, pass, review } from '../../rule.ts'

export default defineRule({
  code: 'GENIUS_PERMITTED_ISSUER',
  version: 1,
  market: 'payments',
  checks: ['payment'],
  order: 1210,
  sentence: 'In the United States only a permitted issuer mints a payment stablecoin, on the state path up to ten billion dollars.',
  message: {
    fail: 'The issuer is not a permitted payment stablecoin issuer.',
    review: 'Above ten billion dollars a state issuer has to move to the federal path or hold a waiver.',
    info: 'From {in_force_from} only a permitted issuer may mint.',
  },
  citation: { label: 'Pub. L. 119-27 sec. 3, 4(c), 4(d)', url: 'https://www.congress.gov/119/plaws/publ27/PLAW-119publ27.pdf' },
  certainty: 'V',
  in_force_from: '2025-07-18',
  severity: 'block',
  codes: { fail: 38 },
  params: { in_force: '2027-01-18', state_cap: '10000000000', op: '>' },
  needs: {
    ...token,
    issuer: fact('token.issuer_class'),
    usd: fact('tx.amount', k.usd),
    waiver: fact('token.state_waiver'),
  },
  applies: (f) => mints(f, 'genius'),
  holds: (f, p, now) =>
    underGenius(f, p.in_force, now, () => {
      if (f.issuer === 'none') return broken()
      if (f.issuer !== 'state' || !meets(f.outstanding + f.usd, p.op, micro(p.state_cap))) return pass
      return f.waiver ? pass : review()
    }),
  given: MINT_CASE,
  goldens: [
    { name: 'federal', facts: {}, expect: 'pass' },
    {
      name: 'none on 2027-01-17',
      facts: { 'token.issuer_class': 'none', as_of: '2027-01-17T17:00:00Z' },
      expect: 'info',
      details: { in_force_from: '2027-01-18' },
    },
    { name: 'none on 2027-01-18', facts: { 'token.issuer_class': 'none', as_of: '2027-01-18T17:00:00Z' }, expect: 'fail' },
    {
      name: 'none, the tenant asked for it early',
      facts: { 'token.issuer_class': 'none', as_of: '2026-11-21T17:00:00Z', 'tenant.genius_early': true },
      expect: 'fail',
    },
    {
      name: 'state, ten billion',
      facts: { 'token.issuer_class': 'state', 'token.outstanding_usd': '9999999900.00', 'tx.amount.amount': '100.00' },
      expect: 'pass',
    },
    {
      name: 'state, a cent more',
      facts: { 'token.issuer_class': 'state', 'token.outstanding_usd': '9999999900.01', 'tx.amount.amount': '100.00' },
      expect: 'review',
    },
    {
      name: 'state, a cent more, with a waiver',
      facts: {
        'token.issuer_class': 'state',
        'token.outstanding_usd': '9999999900.01',
        'tx.amount.amount': '100.00',
        'token.state_waiver': true,
      },
      expect: 'pass',
    },
    { name: 'a transfer', facts: { 'tx.type': 'transfer' }, expect: 'not_applicable' },
    { name: 'issuer unknown', facts: { 'token.issuer_class': null }, expect: 'needs_info' },
  ],
})
