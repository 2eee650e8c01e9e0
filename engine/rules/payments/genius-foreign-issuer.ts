import { MINT_CASE } from '../../cases/stablecoin.ts'
import { parseDay } from '../../dates.ts'
import { fact } from '../../facts.ts'
import { broken, defineRule, pass, review } from '../../rule.ts'
import { concerns, token, underGenius } from '../../token-facts.ts'

export default defineRule({
  code: 'GENIUS_FOREIGN_ISSUER',
  version: 1,
  market: 'payments',
  checks: ['payment'],
  order: 1219,
  sentence:
    'A foreign stablecoin is sold in the United States only under a comparable regime, registered, able to obey orders, with reserves there.',
  message: {
    fail: 'The foreign issuer does not meet the conditions of section 18.',
    review: 'The foreign issuer does not meet the conditions of section 18 yet.',
    info: 'From {in_force_from} foreign issuers need registration.',
  },
  citation: { label: 'Pub. L. 119-27 sec. 3(b), 18', url: 'https://www.congress.gov/119/plaws/publ27/PLAW-119publ27.pdf' },
  certainty: 'R',
  in_force_from: '2025-07-18',
  severity: 'block',
  params: { in_force: '2027-01-18', deny_from: '2028-07-18' },
  needs: {
    ...token,
    foreign: fact.bool('token.foreign'),
    registered: fact.bool('token.occ_registered'),
    comparable: fact.bool('token.comparable_regime'),
    orders: fact.bool('token.order_capability'),
    reserves: fact.bool('token.us_reserves'),
  },
  applies: (f) => concerns(f, 'genius', ['buy', 'mint']) && f.foreign,
  holds: (f, p, now) =>
    underGenius(f, p.in_force, now, () => {
      if (f.registered && f.comparable && f.orders && f.reserves) return pass
      return now.day >= parseDay(p.deny_from)! ? broken() : review()
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
    { name: 'cannot obey orders', facts: { 'token.order_capability': false }, expect: 'review' },
    { name: 'reserves abroad', facts: { 'token.us_reserves': false }, expect: 'review' },
    { name: 'home issuer', facts: { 'token.foreign': false }, expect: 'not_applicable' },
    { name: 'unknown', facts: { 'token.foreign': null }, expect: 'needs_info' },
  ],
})
