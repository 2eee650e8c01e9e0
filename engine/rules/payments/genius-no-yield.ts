import { REWARD_CASE } from '../../cases/stablecoin.ts'
import { concerns, token, underGenius } from '../../facts/groups/token.ts'
import { fact } from '../../facts/vocabulary.ts'
import { broken, defineRule, pass, review } from '../../rule.ts'

export default defineRule({
  code: 'GENIUS_NO_YIELD',
  version: 1,
  market: 'payments',
  checks: ['payment'],
  order: 1215,
  sentence: 'The issuer of a payment stablecoin pays nothing for holding it.',
  message: {
    fail: 'The issuer may not pay for holding, using or keeping the coin.',
    review: 'Rewards of an affiliate on balances are an open question.',
    info: 'From {in_force_from} the issuer may pay nothing for holding the coin.',
  },
  citation: { label: 'Pub. L. 119-27 sec. 4(a)(11)', url: 'https://www.congress.gov/119/plaws/publ27/PLAW-119publ27.pdf' },
  certainty: 'V',
  in_force_from: '2025-07-18',
  severity: 'block',
  codes: { fail: 38 },
  params: { in_force: '2027-01-18' },
  needs: {
    ...token,
    reward: fact('tx.reward'),
  },
  applies: (f) => concerns(f, 'genius', ['reward']),
  holds: (f, p, now) =>
    underGenius(f, p.in_force, now, () => {
      const held = f.reward.basis === 'holding' || f.reward.basis === 'balance_days'
      if (!held) return pass
      return f.reward.payer === 'issuer' ? broken() : review()
    }),
  given: REWARD_CASE,
  goldens: [
    { name: 'issuer, for holding', facts: {}, expect: 'fail' },
    { name: 'discount of a merchant', facts: { 'tx.reward': { payer: 'third_party', basis: 'purchase' } }, expect: 'pass' },
    { name: 'affiliate, on the balance', facts: { 'tx.reward.payer': 'affiliate' }, expect: 'review' },
    { name: 'points by balance and days', facts: { 'tx.reward.basis': 'balance_days' }, expect: 'fail' },
    { name: '2027-01-17', facts: { as_of: '2027-01-17T17:00:00Z' }, expect: 'info' },
    { name: '2027-01-18', facts: { as_of: '2027-01-18T17:00:00Z' }, expect: 'fail' },
    { name: 'payer unknown', facts: { 'tx.reward': null }, expect: 'needs_info' },
  ],
})
