import { token } from '../../facts/groups/token.ts'
import { fact } from '../../facts/vocabulary.ts'
import { defineRule, passWith } from '../../rule.ts'

export default defineRule({
  code: 'MICA_ART23_COUNT',
  version: 1,
  market: 'payments',
  checks: ['payment'],
  order: 1222,
  sentence: 'Payments for goods, services and debts count towards the cap; exchanges for funds or crypto do not.',
  message: 'Counted: {counted}.',
  citation: {
    label: 'Regulation (EU) 2023/1114 art 22(2); Delegated Regulation (EU) 2025/418',
    url: 'https://eur-lex.europa.eu/eli/reg/2023/1114/oj',
  },
  certainty: 'R',
  in_force_from: '2024-06-30',
  severity: 'info',
  params: {},
  needs: { market: token.market, type: token.type, purpose: fact('tx.purpose') },
  applies: (f) => f.market === 'stablecoins' && (f.type === 'transfer' || f.type === 'payment'),
  holds: (f) => passWith({ counted: f.purpose === 'exchange' ? 0 : 1 }),
  given: { 'tx.market': 'stablecoins', 'tx.type': 'payment', 'tx.purpose': 'payment' },
  goldens: [
    { name: 'a payment', facts: {}, expect: 'pass', details: { counted: 1 } },
    { name: 'an exchange', facts: { 'tx.purpose': 'exchange' }, expect: 'pass', details: { counted: 0 } },
    { name: 'unknown, counted', facts: { 'tx.purpose': 'unknown' }, expect: 'pass', details: { counted: 1 } },
    { name: 'a mint', facts: { 'tx.type': 'mint' }, expect: 'not_applicable' },
  ],
})
