import { badActorVerdict, eventsFact, undisclosedOldEvent } from '../../../calculations/bad-actors.ts'
import { cfr } from '../../../citations.ts'
import { isRegA, offeringFacts } from '../../../facts/groups/securities.ts'
import { ask, defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'REG_A_BAD_ACTOR',
  version: 1,
  market: 'securities',
  checks: ['offering.open', 'investment.accept'],
  order: 136,
  orderIn: { 'investment.accept': 365 },
  sentence: 'No covered person of a Regulation A offering has a disqualifying event; events from before 19 June 2015 are disclosed.',
  message: {
    fail: 'A covered person ({person}) has a disqualifying event: {event}.',
    review: 'A claim of reasonable care about {person} has to be judged by a person.',
    needs_info: 'An event of {person} from before the rule has to be disclosed.',
  },
  citation: cfr(17, '230.262'),
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: {
    owner_bps: 2000,
    conviction_years: 10,
    issuer_conviction_years: 5,
    injunction_years: 5,
    fraud_order_years: 10,
    cease_years: 5,
    stop_order_years: 5,
    usps_years: 5,
    effective: '2015-06-19',
  },
  needs: { regulation: offeringFacts.regulation, events: eventsFact },
  applies: (f) => isRegA(f.regulation),
  holds: (f, p, now) => {
    const verdict = badActorVerdict(f.events, now.day, p)
    if (verdict.result !== 'pass') return verdict
    const old = undisclosedOldEvent(f.events, now.day, p)
    return old ? ask({ person: old.person_id }, { missing: ['offering.bad_actor_events'] }) : pass
  },
  given: {
    check: 'offering.open',
    as_of: '2025-06-19T17:00:00Z',
    'offering.regulation': 'reg_a_tier2',
    'offering.bad_actor_events': [
      {
        person_id: 'per_1',
        role: 'officer',
        voting_bps: 0,
        type: 'conviction',
        date: '2015-06-19',
        in_force: true,
        relief: 'none',
        disclosed_at: 'none',
      },
    ],
  },
  goldens: [
    { name: 'on the first day of the rule', facts: {}, expect: 'fail' },
    { name: 'ten years and a day', facts: { as_of: '2025-06-20T17:00:00Z' }, expect: 'pass' },
    { name: 'the day before the rule, undisclosed', facts: { 'offering.bad_actor_events.0.date': '2015-06-18' }, expect: 'needs_info' },
    {
      name: 'the day before the rule, disclosed',
      facts: { 'offering.bad_actor_events.0.date': '2015-06-18', 'offering.bad_actor_events.0.disclosed_at': '2025-06-01' },
      expect: 'pass',
    },
    { name: 'none', facts: { 'offering.bad_actor_events': [] }, expect: 'pass' },
    {
      name: 'owner of 19.99 %',
      facts: { 'offering.bad_actor_events.0.role': 'owner', 'offering.bad_actor_events.0.voting_bps': 1999 },
      expect: 'pass',
    },
    {
      name: 'owner of 20 %',
      facts: { 'offering.bad_actor_events.0.role': 'owner', 'offering.bad_actor_events.0.voting_bps': 2000 },
      expect: 'fail',
    },
    ...(
      [
        ['issuer', 'conviction', '2020-06-19', 'fail'],
        ['issuer', 'conviction', '2020-06-18', 'pass'],
        ['officer', 'injunction', '2020-06-19', 'fail'],
        ['officer', 'injunction', '2020-06-18', 'pass'],
        ['officer', 'final_order_fraud', '2015-06-19', 'fail'],
        ['officer', 'cease_and_desist', '2020-06-19', 'fail'],
        ['officer', 'cease_and_desist', '2020-06-18', 'pass'],
        ['officer', 'stop_order', '2020-06-19', 'fail'],
        ['officer', 'stop_order', '2020-06-18', 'pass'],
        ['officer', 'usps_order', '2020-06-19', 'fail'],
        ['officer', 'usps_order', '2020-06-18', 'pass'],
      ] as const
    ).map(([role, type, date, expect]) => ({
      name: `${role}, ${type} of ${date}`,
      facts: {
        'offering.bad_actor_events.0.role': role,
        'offering.bad_actor_events.0.type': type,
        'offering.bad_actor_events.0.date': date,
      },
      expect,
    })),
    {
      name: 'fraud order, ten years and a day',
      facts: { as_of: '2025-06-20T17:00:00Z', 'offering.bad_actor_events.0.type': 'final_order_fraud' },
      expect: 'pass',
    },
    { name: '506(b)', facts: { 'offering.regulation': 'reg_d_506b' }, expect: 'not_applicable' },
  ],
})
