import { act } from '../../../citations.ts'
import { ownerChanges } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { broken, defineRule, deny } from '../../../rule.ts'
import { inUnitedStates, stateIn } from '../../../tables/us-states.ts'

export default defineRule({
  code: 'STATE_SECONDARY_NOTICE',
  version: 1,
  market: 'securities',
  checks: ['transfer'],
  order: 210,
  byte: 24,
  sentence: 'The secondary-trading law of a US buyer’s state is not checked, unless the offering’s own list closes the state.',
  message: {
    info: 'The secondary-trading exemption in {state} is not checked here.',
    fail: 'The offering may not be resold into {state}.',
  },
  citation: act('securities', '§18'),
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'info',
  params: {},
  needs: {
    changes: ownerChanges,
    residence: fact('to.residence'),
    state: fact('to.us_state'),
    closed: fact('offering.state_secondary_blocked'),
  },
  applies: (f) => f.changes && inUnitedStates(f.residence),
  holds: (f) => {
    const state = stateIn(f.residence, () => f.state)
    return f.closed.includes(state) ? deny({ state }) : broken({ state })
  },
  given: {
    'from.person_id': 'per_a',
    'to.person_id': 'per_b',
    'to.residence': 'US',
    'to.us_state': 'TX',
    'offering.state_secondary_blocked': ['NV'],
  },
  goldens: [
    { name: 'Texas', facts: {}, expect: 'info' },
    { name: 'a closed state', facts: { 'to.us_state': 'NV' }, expect: 'fail' },
    { name: 'state not known', facts: { 'to.us_state': null }, expect: 'needs_info' },
    {
      name: 'Puerto Rico, closed',
      facts: { 'to.residence': 'PR', 'to.us_state': null, 'offering.state_secondary_blocked': ['PR'] },
      expect: 'fail',
    },
    { name: 'abroad', facts: { 'to.residence': 'DE', 'to.us_state': null }, expect: 'not_applicable' },
    { name: 'to oneself', facts: { 'to.person_id': 'per_a' }, expect: 'not_applicable' },
  ],
})
