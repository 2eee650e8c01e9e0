import { MICA_CASE } from '../../cases/stablecoin.ts'
import { concerns, micaClass, token } from '../../facts/groups/token.ts'
import { fact } from '../../facts/vocabulary.ts'
import { micro } from '../../money.ts'
import { broken, defineRule, pass } from '../../rule.ts'

export default defineRule({
  code: 'MICA_REDEEM_PAR',
  version: 1,
  market: 'payments',
  checks: ['payment'],
  order: 1224,
  sentence: 'An e-money token is redeemed at par and free of charge.',
  message: 'The redemption carries a fee or is not at par.',
  citation: { label: 'Regulation (EU) 2023/1114 art 49', url: 'https://eur-lex.europa.eu/eli/reg/2023/1114/oj' },
  certainty: 'K',
  in_force_from: '2024-06-30',
  severity: 'block',
  codes: { fail: 38 },
  params: { fee: '0', price: '1.00' },
  needs: {
    market: token.market,
    type: token.type,
    frameworks: token.frameworks,
    class: micaClass,
    fee: fact('tx.redemption_fee'),
    price: fact('tx.redemption_price'),
    recovery: fact('token.recovery_plan_active'),
  },
  applies: (f) => concerns(f, 'mica', ['redeem']) && f.class === 'emt',
  holds: (f, p) => {
    if (f.price < micro(p.price)) return broken()
    return f.fee <= micro(p.fee) || f.recovery
      ? pass
      : broken({}, { changes: [{ say: 'free of charge', facts: { 'tx.redemption_fee': p.fee } }] })
  },
  given: {
    ...MICA_CASE,
    'tx.type': 'redeem',
    'tx.redemption_fee': '0',
    'tx.redemption_price': '1.00',
    'token.recovery_plan_active': false,
  },
  goldens: [
    { name: 'free', facts: {}, expect: 'pass' },
    { name: 'a fee of 0.01', facts: { 'tx.redemption_fee': '0.01' }, expect: 'fail' },
    { name: 'a fee of a millionth', facts: { 'tx.redemption_fee': '0.000001' }, expect: 'fail' },
    { name: 'a fee under a recovery plan', facts: { 'tx.redemption_fee': '0.01', 'token.recovery_plan_active': true }, expect: 'pass' },
    { name: 'below par', facts: { 'tx.redemption_price': '0.999999' }, expect: 'fail' },
    { name: 'unknown', facts: { 'tx.redemption_fee': null }, expect: 'needs_info' },
  ],
})
