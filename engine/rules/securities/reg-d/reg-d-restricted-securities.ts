import { cfr } from '../../../citations.ts'
import { is506, offeringFacts } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { broken, defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'REG_D_RESTRICTED_SECURITIES',
  version: 1,
  market: 'securities',
  checks: ['investment.accept', 'token.issue'],
  order: 352,
  sentence: 'A Rule 506 purchaser represents buying for its own account, and the legend and stop on transfer are set.',
  message: 'The own-account representation or the restricted legend is missing.',
  citation: cfr(17, '230.502', '(d)'),
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'ask',
  params: {},
  needs: {
    regulation: offeringFacts.regulation,
    own: fact('investment.own_account_representation'),
    legends: fact('token.legend_ids'),
  },
  applies: (f) => is506(f.regulation),
  holds: (f) => {
    if (!f.own) return broken({}, { missing: ['investment.own_account_representation'] })
    return f.legends.includes('L1') ? pass : broken({}, { missing: ['token.legend_ids'] })
  },
  given: {
    check: 'investment.accept',
    'offering.regulation': 'reg_d_506c',
    'investment.own_account_representation': true,
    'token.legend_ids': ['L1'],
  },
  goldens: [
    { name: 'both', facts: {}, expect: 'pass' },
    { name: 'no representation', facts: { 'investment.own_account_representation': false }, expect: 'needs_info' },
    { name: 'no legend', facts: { 'token.legend_ids': [] }, expect: 'needs_info' },
    { name: 'Regulation A', facts: { 'offering.regulation': 'reg_a_tier2', 'token.legend_ids': [] }, expect: 'not_applicable' },
  ],
})
