import { MICA_CASE } from '../../cases/stablecoin.ts'
import { micaClass, mints, token } from '../../facts/groups/token.ts'
import { fact } from '../../facts/vocabulary.ts'
import { meets, micro } from '../../money.ts'
import { broken, defineRule, pass, warn } from '../../rule.ts'

export default defineRule({
  code: 'MICA_ART23_CAP',
  version: 1,
  market: 'payments',
  checks: ['payment'],
  order: 1221,
  sentence: 'A token not in an EU currency stops being issued once it is widely used as a means of payment in one currency area.',
  message: {
    fail: 'The quarter average is above 1,000,000 transactions and 200,000,000 EUR a day.',
    warn: 'The quarter average is above four fifths of the cap.',
  },
  citation: { label: 'Regulation (EU) 2023/1114 art 23(1), 58(3)', url: 'https://eur-lex.europa.eu/eli/reg/2023/1114/oj' },
  certainty: 'R',
  in_force_from: '2024-06-30',
  severity: 'block',
  codes: { fail: 38 },
  params: { transactions: 1_000_000, eur: '200000000', op: '>', mode: 'both', warn_percent: 80 },
  needs: {
    market: token.market,
    type: token.type,
    frameworks: token.frameworks,
    class: micaClass,
    euCurrency: fact('token.eu_currency_peg'),
    transactions: fact('token.quarter_transactions'),
    eur: fact('token.quarter_eur'),
  },
  applies: (f) => mints(f, 'mica') && (f.class === 'art' || (f.class === 'emt' && !f.euCurrency)),
  holds: (f, p) => {
    const over = (percent: bigint) => {
      const many = meets(BigInt(f.transactions) * 100n, p.op, BigInt(p.transactions) * percent)
      const large = meets(f.eur * 100n, p.op, micro(p.eur) * percent)
      // The text joins the two limits with "and … respectively"; the strict reading takes either.
      return p.mode === 'both' ? many && large : many || large
    }
    if (over(100n)) return broken()
    return over(BigInt(p.warn_percent)) ? warn() : pass
  },
  given: { ...MICA_CASE, 'token.quarter_transactions': 1_000_001, 'token.quarter_eur': '200000000.01' },
  goldens: [
    {
      name: '1,000,000 and 300 million',
      facts: { 'token.quarter_transactions': 1_000_000, 'token.quarter_eur': '300000000' },
      expect: 'warn',
    },
    { name: '1,000,001 and 200,000,000.01', facts: {}, expect: 'fail' },
    { name: '1,000,001 and 200,000,000', facts: { 'token.quarter_eur': '200000000' }, expect: 'warn' },
    { name: 'below four fifths', facts: { 'token.quarter_transactions': 800_000, 'token.quarter_eur': '300000000' }, expect: 'pass' },
    { name: 'above four fifths', facts: { 'token.quarter_transactions': 800_001, 'token.quarter_eur': '160000000.01' }, expect: 'warn' },
    {
      name: 'exactly four fifths of the value',
      facts: { 'token.quarter_transactions': 800_001, 'token.quarter_eur': '160000000' },
      expect: 'pass',
    },
    {
      name: 'euro token at five million',
      facts: { 'token.eu_currency_peg': true, 'token.quarter_transactions': 5_000_000 },
      expect: 'not_applicable',
    },
    {
      name: 'the strict reading',
      facts: { 'token.quarter_transactions': 1_000_001, 'token.quarter_eur': '1' },
      expect: 'fail',
      params: { mode: 'either' },
    },
    { name: 'asset-referenced token in euro', facts: { 'token.mica_class': 'art', 'token.eu_currency_peg': true }, expect: 'fail' },
    { name: 'unknown', facts: { 'token.quarter_eur': null }, expect: 'needs_info' },
  ],
})
