import { MICA_CASE } from '../../cases/stablecoin.ts'
import { micaClass, mints, token } from '../../facts/groups/token.ts'
import { fact } from '../../facts/vocabulary.ts'
import { broken, defineRule, deny, pass } from '../../rule.ts'

export default defineRule({
  code: 'MICA_RESERVE',
  version: 1,
  market: 'payments',
  checks: ['payment'],
  order: 1225,
  sentence:
    'The reserve covers everything outstanding after this mint; at least 30 percent of the funds behind an e-money token (60 if significant) lie in bank deposits.',
  message: {
    fail: 'The reserve covers {backing_bps} of what is outstanding.',
    review: 'Deposits are {deposits_bps} of the funds.',
  },
  citation: {
    label: 'Regulation (EU) 2023/1114 art 36, 54, 58; Directive 2009/110/EC art 7',
    url: 'https://eur-lex.europa.eu/eli/reg/2023/1114/oj',
  },
  certainty: 'K',
  in_force_from: '2024-06-30',
  severity: 'hold',
  codes: { fail: 38 },
  params: { backing_bps: 10_000, deposits_bps: 3_000, significant_bps: 6_000 },
  needs: {
    market: token.market,
    type: token.type,
    frameworks: token.frameworks,
    class: micaClass,
    // Market value of the reserve over what is outstanding after the mint, rounded down.
    backing: fact('token.backing_bps'),
    significant: fact('token.significant'),
    deposits: fact('token.deposits_bps'),
  },
  applies: (f) => mints(f, 'mica') && f.class !== 'other',
  holds: (f, p) => {
    if (f.backing < p.backing_bps) return deny({ backing_bps: f.backing })
    if (f.class !== 'emt') return pass
    return f.deposits >= (f.significant ? p.significant_bps : p.deposits_bps) ? pass : broken({ deposits_bps: f.deposits })
  },
  given: { ...MICA_CASE, 'token.backing_bps': 10_000, 'token.significant': false, 'token.deposits_bps': 3_000 },
  goldens: [
    { name: '30.00 percent', facts: {}, expect: 'pass' },
    { name: '29.99 percent', facts: { 'token.deposits_bps': 2_999 }, expect: 'review' },
    { name: 'significant, 60.00 percent', facts: { 'token.significant': true, 'token.deposits_bps': 6_000 }, expect: 'pass' },
    { name: 'significant, 59.99 percent', facts: { 'token.significant': true, 'token.deposits_bps': 5_999 }, expect: 'review' },
    { name: 'backed by 99.99 percent', facts: { 'token.backing_bps': 9_999 }, expect: 'fail' },
    { name: 'asset-referenced, no reserve', facts: { 'token.mica_class': 'art', 'token.backing_bps': 0 }, expect: 'fail' },
    {
      name: 'asset-referenced, whole reserve',
      facts: { 'token.mica_class': 'art', 'token.deposits_bps': null, 'token.significant': null },
      expect: 'pass',
    },
    { name: 'neither kind of token', facts: { 'token.mica_class': 'other' }, expect: 'not_applicable' },
    { name: 'backing unknown', facts: { 'token.backing_bps': null }, expect: 'needs_info' },
    { name: 'unknown', facts: { 'token.deposits_bps': null }, expect: 'needs_info' },
  ],
})
