import { MINT_CASE } from '../../cases/stablecoin.ts'
import { parseDay } from '../../dates.ts'
import { concerns, token, underGenius } from '../../facts/groups/token.ts'
import { fact } from '../../facts/vocabulary.ts'
import { broken, defineRule, pass, review } from '../../rule.ts'

export default defineRule({
  code: 'GENIUS_FOREIGN_ISSUER',
  version: 1,
  market: 'payments',
  checks: ['payment'],
  order: 1219,
  sentence:
    'A foreign stablecoin is sold in the United States only under a comparable regime, registered, able to obey orders, with reserves there.',
  message: {
    fail: 'The foreign issuer does not meet the conditions: {why}.',
    review: 'The foreign issuer does not meet the conditions of section 18 yet.',
    info: 'From {in_force_from} foreign issuers need registration.',
  },
  citation: { label: 'Pub. L. 119-27 sec. 3(b), 18', url: 'https://www.congress.gov/119/plaws/publ27/PLAW-119publ27.pdf' },
  certainty: 'R',
  in_force_from: '2025-07-18',
  severity: 'block',
  codes: { fail: 38 },
  params: { in_force: '2027-01-18', deny_from: '2028-07-18' },
  needs: {
    ...token,
    foreign: fact('token.foreign'),
    registered: fact('token.occ_registered'),
    comparable: fact('token.comparable_regime'),
    orders: fact('token.order_capability'),
    reserves: fact('token.us_reserves'),
  },
  applies: (f) => concerns(f, 'genius', ['buy', 'mint']) && f.foreign,
  holds: (f, p, now) =>
    underGenius(f, p.in_force, now, () => {
      // Obeying lawful orders is asked from the first day in force (sec. 3(b)(2)); the rest binds providers three years after the Act.
      if (!f.orders) return broken({ why: 'it cannot obey lawful orders' })
      if (f.registered && f.comparable && f.reserves) return pass
      return now.day >= parseDay(p.deny_from)! ? broken({ why: 'section 18' }) : review()
    }),
  given: {
    ...MINT_CASE,
    'tx.type': 'buy',
    'token.foreign': true,
    'token.occ_registered': true,
    'token.comparable_regime': true,
    'token.order_capability': true,
    'token.us_reserves': true,
  },
  goldens: [
    { name: 'registered', facts: {}, expect: 'pass' },
    { name: '2026, not registered', facts: { 'token.occ_registered': false, as_of: '2026-11-21T17:00:00Z' }, expect: 'info' },
    { name: '2027-01-17', facts: { 'token.occ_registered': false, as_of: '2027-01-17T17:00:00Z' }, expect: 'info' },
    { name: '2027-01-18', facts: { 'token.occ_registered': false, as_of: '2027-01-18T17:00:00Z' }, expect: 'review' },
    { name: '2028-07-17', facts: { 'token.occ_registered': false, as_of: '2028-07-17T17:00:00Z' }, expect: 'review' },
    { name: '2028-07-18', facts: { 'token.occ_registered': false, as_of: '2028-07-18T17:00:00Z' }, expect: 'fail' },
    { name: 'no comparable regime', facts: { 'token.comparable_regime': false }, expect: 'review' },
    {
      name: 'cannot obey orders',
      facts: { 'token.order_capability': false },
      expect: 'fail',
      details: { why: 'it cannot obey lawful orders' },
    },
    {
      name: 'cannot obey orders, the first day in force',
      facts: { 'token.order_capability': false, as_of: '2027-01-18T17:00:00Z' },
      expect: 'fail',
    },
    {
      name: 'cannot obey orders, the day before',
      facts: { 'token.order_capability': false, as_of: '2027-01-17T17:00:00Z' },
      expect: 'info',
    },
    { name: 'reserves abroad', facts: { 'token.us_reserves': false }, expect: 'review' },
    { name: 'home issuer', facts: { 'token.foreign': false }, expect: 'not_applicable' },
    { name: 'unknown', facts: { 'token.foreign': null }, expect: 'needs_info' },
  ],
})
