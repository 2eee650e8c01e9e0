import { REWARD_CASE } from '../../cases/stablecoin.ts'
import { concerns, micaClass, token } from '../../facts/groups/token.ts'
import { fact } from '../../facts/vocabulary.ts'
import { broken, defineRule, pass } from '../../rule.ts'

export default defineRule({
  code: 'MICA_NO_INTEREST',
  version: 1,
  market: 'payments',
  checks: ['payment'],
  order: 1223,
  sentence: 'Neither issuer nor service provider pays interest on a stablecoin; any benefit by time is interest.',
  message: 'This reward is interest, which nobody may pay on a stablecoin.',
  citation: { label: 'Regulation (EU) 2023/1114 art 40, 50', url: 'https://eur-lex.europa.eu/eli/reg/2023/1114/oj' },
  certainty: 'K',
  in_force_from: '2024-06-30',
  severity: 'block',
  codes: { fail: 38 },
  params: {},
  needs: {
    market: token.market,
    type: token.type,
    frameworks: token.frameworks,
    class: micaClass,
    reward: fact('tx.reward'),
  },
  applies: (f) => concerns(f, 'mica', ['reward']) && f.class !== 'other',
  holds: (f) => (f.reward.basis === 'holding' || f.reward.basis === 'balance_days' ? broken() : pass),
  given: { ...REWARD_CASE, 'tx.reward': { payer: 'casp', basis: 'holding' } },
  goldens: [
    { name: 'a service provider pays two percent', facts: {}, expect: 'fail' },
    { name: 'a fee rebate not linked to time', facts: { 'tx.reward.basis': 'fee_rebate' }, expect: 'pass' },
    { name: 'points by days of balance', facts: { 'tx.reward.basis': 'balance_days' }, expect: 'fail' },
    { name: 'unknown', facts: { 'tx.reward': null }, expect: 'needs_info' },
  ],
})
