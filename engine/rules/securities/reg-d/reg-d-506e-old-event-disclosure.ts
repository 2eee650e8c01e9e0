import { eventsFact, undisclosedOldEvent } from '../../../calculations/bad-actors.ts'
import { cfr } from '../../../citations.ts'
import { is506, offeringFacts } from '../../../facts/groups/securities.ts'
import { broken, defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'REG_D_506E_OLD_EVENT_DISCLOSURE',
  version: 1,
  market: 'securities',
  checks: ['offering.open', 'investment.accept'],
  order: 122,
  orderIn: { 'investment.accept': 370 },
  sentence: 'Events from before 23 September 2013 are disclosed in writing before the sale.',
  message: 'An old event of {person} is not disclosed.',
  citation: cfr(17, '230.506', '(e)'),
  certainty: 'V',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: { effective: '2013-09-23', owner_bps: 2000 },
  needs: { regulation: offeringFacts.regulation, events: eventsFact },
  applies: (f) => is506(f.regulation),
  holds: (f, p, now) => {
    const event = undisclosedOldEvent(f.events, now.day, p)
    return event ? broken({ person: event.person_id }) : pass
  },
  given: {
    check: 'offering.open',
    'offering.regulation': 'reg_d_506b',
    'offering.bad_actor_events': [
      {
        person_id: 'per_1',
        role: 'officer',
        voting_bps: 0,
        type: 'conviction',
        date: '2013-09-22',
        in_force: false,
        relief: 'none',
        disclosed_at: '2026-11-01',
      },
    ],
  },
  goldens: [
    { name: 'disclosed', facts: {}, expect: 'pass' },
    { name: 'disclosed after the sale', facts: { 'offering.bad_actor_events.0.disclosed_at': '2026-11-22' }, expect: 'fail' },
    { name: 'undisclosed', facts: { 'offering.bad_actor_events.0.disclosed_at': 'none' }, expect: 'fail' },
    {
      name: 'from the first day of the rule: the other row',
      facts: { 'offering.bad_actor_events.0.date': '2013-09-23', 'offering.bad_actor_events.0.disclosed_at': 'none' },
      expect: 'pass',
    },
    {
      name: 'owner of 20 %',
      facts: {
        'offering.bad_actor_events.0.role': 'owner',
        'offering.bad_actor_events.0.voting_bps': 2000,
        'offering.bad_actor_events.0.disclosed_at': 'none',
      },
      expect: 'fail',
    },
    {
      name: 'owner of 19.99 %',
      facts: {
        'offering.bad_actor_events.0.role': 'owner',
        'offering.bad_actor_events.0.voting_bps': 1999,
        'offering.bad_actor_events.0.disclosed_at': 'none',
      },
      expect: 'pass',
    },
    { name: 'Regulation S', facts: { 'offering.regulation': 'reg_s' }, expect: 'not_applicable' },
  ],
})
