import { MICA_CASE } from '../../cases/stablecoin.ts'
import { fact } from '../../facts.ts'
import { broken, defineRule, pass } from '../../rule.ts'
import { micaClass, mints, token } from '../../token-facts.ts'

export default defineRule({
  code: 'MICA_RESERVE',
  version: 1,
  market: 'payments',
  checks: ['payment'],
  order: 1225,
  sentence: 'At least 30 percent of the funds behind an e-money token (60 if significant) lie in bank deposits.',
  message: 'Deposits are {deposits_bps} hundredths of a percent of the funds.',
  citation: { label: 'Regulation (EU) 2023/1114 art 54, 58', url: 'https://eur-lex.europa.eu/eli/reg/2023/1114/oj' },
  certainty: 'K',
  in_force_from: '2024-06-30',
  severity: 'hold',
  params: { deposits_bps: 3_000, significant_bps: 6_000 },
  needs: {
    market: token.market,
    type: token.type,
    frameworks: token.frameworks,
    class: micaClass,
    significant: fact.bool('token.significant'),
    deposits: fact.bps('token.deposits_bps'),
  },
  applies: (f) => mints(f, 'mica') && f.class === 'emt',
  holds: (f, p) => (f.deposits >= (f.significant ? p.significant_bps : p.deposits_bps) ? pass : broken({ deposits_bps: f.deposits })),
  given: { ...MICA_CASE, 'token.significant': false, 'token.deposits_bps': 3_000 },
  goldens: [
    { name: '30.00 percent', facts: {}, expect: 'pass' },
    { name: '29.99 percent', facts: { 'token.deposits_bps': 2_999 }, expect: 'review' },
    { name: 'significant, 60.00 percent', facts: { 'token.significant': true, 'token.deposits_bps': 6_000 }, expect: 'pass' },
    { name: 'significant, 59.99 percent', facts: { 'token.significant': true, 'token.deposits_bps': 5_999 }, expect: 'review' },
    { name: 'unknown', facts: { 'token.deposits_bps': null }, expect: 'needs_info' },
  ],
})
