import { cfr } from '../../../citations.ts'
import { offeringFacts } from '../../../facts/groups/securities.ts'
import { defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'REG_A_TIER1_NO_LIMIT',
  version: 1,
  market: 'securities',
  checks: ['investment.accept'],
  order: 360,
  sentence: 'Tier 1 has no federal limit for an investor; a state may set one.',
  message: 'Tier 1 has no federal limit for an investor; the state’s own row decides.',
  citation: cfr(17, '230.251'),
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'info',
  params: {},
  needs: { regulation: offeringFacts.regulation },
  applies: (f) => f.regulation === 'reg_a_tier1',
  holds: () => pass,
  given: { check: 'investment.accept', 'offering.regulation': 'reg_a_tier1' },
  goldens: [
    { name: 'any amount', facts: {}, expect: 'pass' },
    { name: 'Tier 2', facts: { 'offering.regulation': 'reg_a_tier2' }, expect: 'not_applicable' },
  ],
})
