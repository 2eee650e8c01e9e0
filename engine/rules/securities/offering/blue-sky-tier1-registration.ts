import { act } from '../../../citations.ts'
import { acquirerFacts, offeringFacts } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { broken, defineRule, info, pass } from '../../../rule.ts'
import { inUnitedStates, stateIn } from '../../../tables/us-states.ts'

export default defineRule({
  code: 'BLUE_SKY_TIER1_REGISTRATION',
  version: 1,
  market: 'securities',
  checks: ['investment.accept'],
  order: 356,
  sentence: 'A Tier 1 offering is registered or exempt in the purchaser’s state.',
  message: {
    fail: 'The offering is not cleared in {state}.',
    info: 'The purchaser lives outside the United States: no state clearance applies.',
  },
  citation: act('securities', '§18'),
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: {},
  needs: {
    regulation: offeringFacts.regulation,
    residence: acquirerFacts.residence,
    state: acquirerFacts.usState,
    cleared: fact('offering.state_clearances'),
  },
  applies: (f) => f.regulation === 'reg_a_tier1',
  holds: (f) => {
    if (!inUnitedStates(f.residence)) return info()
    const state = stateIn(f.residence, () => f.state)
    return f.cleared.includes(state) ? pass : broken({ state })
  },
  given: {
    check: 'investment.accept',
    'offering.regulation': 'reg_a_tier1',
    'acquirer.residence': 'US',
    'acquirer.us_state': 'OR',
    'offering.state_clearances': ['OR', 'WA'],
  },
  goldens: [
    { name: 'cleared', facts: {}, expect: 'pass' },
    { name: 'not cleared', facts: { 'acquirer.us_state': 'CA' }, expect: 'fail' },
    { name: 'state unknown', facts: { 'acquirer.us_state': null }, expect: 'needs_info' },
    { name: 'not in the US', facts: { 'acquirer.residence': 'DE', 'acquirer.us_state': null }, expect: 'info' },
    { name: 'Guam, not cleared', facts: { 'acquirer.residence': 'GU', 'acquirer.us_state': null }, expect: 'fail' },
    { name: 'Tier 2', facts: { 'offering.regulation': 'reg_a_tier2' }, expect: 'not_applicable' },
  ],
})
