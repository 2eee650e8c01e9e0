import { badActorVerdict, eventsFact } from '../../../calculations/bad-actors.ts'
import { cfr } from '../../../citations.ts'
import { is506, offeringFacts } from '../../../facts/groups/securities.ts'
import { defineRule, warn } from '../../../rule.ts'

export default defineRule({
  code: 'REG_D_506D_BAD_ACTOR',
  version: 1,
  market: 'securities',
  checks: ['offering.open', 'investment.accept'],
  order: 121,
  orderIn: { 'investment.accept': 370 },
  sentence: 'No covered person of a Rule 506 offering has a disqualifying event.',
  message: {
    fail: 'A covered person ({person}) has a disqualifying event: {event}.',
    review: 'A claim of reasonable care about {person} has to be judged by a person.',
    warn: 'A covered person ({person}) has an event that would disqualify under Rule 506: {event}.',
  },
  citation: cfr(17, '230.506', '(d)(1), (2)'),
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
    effective: '2013-09-23',
  },
  needs: { regulation: offeringFacts.regulation, events: eventsFact },
  applies: (f) => is506(f.regulation) || f.regulation === 'reg_s',
  holds: (f, p, now) => {
    const verdict = badActorVerdict(f.events, now.day, p)
    // Regulation S knows no such disqualification; the event is shown all the same.
    return f.regulation === 'reg_s' && verdict.result !== 'pass' ? warn(verdict.params) : verdict
  },
  given: {
    check: 'offering.open',
    as_of: '2026-06-15T17:00:00Z',
    'offering.regulation': 'reg_d_506b',
    'offering.bad_actor_events': [
      {
        person_id: 'per_1',
        role: 'officer',
        voting_bps: 0,
        type: 'conviction',
        date: '2016-06-15',
        in_force: false,
        relief: 'none',
        disclosed_at: 'none',
      },
    ],
  },
  goldens: [
    { name: 'officer convicted ten years ago to the day', facts: {}, expect: 'fail' },
    { name: 'a day later', facts: { as_of: '2026-06-16T17:00:00Z' }, expect: 'pass' },
    { name: 'Regulation S', facts: { 'offering.regulation': 'reg_s' }, expect: 'warn' },
    { name: '506(c)', facts: { 'offering.regulation': 'reg_d_506c' }, expect: 'fail' },
    { name: 'Regulation A has its own rule', facts: { 'offering.regulation': 'reg_a_tier2' }, expect: 'not_applicable' },
    {
      name: 'owner of 19.99 %',
      facts: { 'offering.bad_actor_events.0.role': 'owner', 'offering.bad_actor_events.0.voting_bps': 1999 },
      expect: 'pass',
    },
    {
      name: 'owner of 20.00 %',
      facts: { 'offering.bad_actor_events.0.role': 'owner', 'offering.bad_actor_events.0.voting_bps': 2000 },
      expect: 'fail',
    },
    { name: 'somebody not covered', facts: { 'offering.bad_actor_events.0.role': 'other' }, expect: 'pass' },
    {
      name: 'the issuer, convicted six years ago',
      facts: { 'offering.bad_actor_events.0.role': 'issuer', 'offering.bad_actor_events.0.date': '2020-06-15' },
      expect: 'pass',
    },
    {
      name: 'the issuer, five years ago to the day',
      facts: { 'offering.bad_actor_events.0.role': 'issuer', 'offering.bad_actor_events.0.date': '2021-06-15' },
      expect: 'fail',
    },
    {
      name: 'the issuer, five years and a day',
      facts: { 'offering.bad_actor_events.0.role': 'issuer', 'offering.bad_actor_events.0.date': '2021-06-14' },
      expect: 'pass',
    },
    { name: 'waiver', facts: { 'offering.bad_actor_events.0.relief': 'waiver' }, expect: 'pass' },
    { name: 'written advice of the authority', facts: { 'offering.bad_actor_events.0.relief': 'written_advice' }, expect: 'pass' },
    { name: 'reasonable care claimed', facts: { 'offering.bad_actor_events.0.relief': 'reasonable_care' }, expect: 'review' },
    ...(
      [
        ['injunction', true, '2021-06-15', 'fail'],
        ['injunction', true, '2021-06-14', 'pass'],
        ['injunction', false, '2025-06-15', 'pass'],
        ['final_order_bar', true, '2014-01-01', 'fail'],
        ['final_order_bar', false, '2025-01-01', 'pass'],
        ['final_order_fraud', false, '2016-06-15', 'fail'],
        ['final_order_fraud', false, '2016-06-14', 'pass'],
        ['sec_disciplinary', true, '2014-01-01', 'fail'],
        ['sec_disciplinary', false, '2025-01-01', 'pass'],
        ['cease_and_desist', true, '2021-06-15', 'fail'],
        ['cease_and_desist', true, '2021-06-14', 'pass'],
        ['cease_and_desist', false, '2025-06-15', 'pass'],
        ['sro_suspension', true, '2014-01-01', 'fail'],
        ['sro_suspension', false, '2025-01-01', 'pass'],
        ['stop_order', false, '2021-06-15', 'fail'],
        ['stop_order', false, '2021-06-14', 'pass'],
        ['stop_order_investigation', true, '2014-01-01', 'fail'],
        ['usps_order', false, '2021-06-15', 'fail'],
        ['usps_order', false, '2021-06-14', 'pass'],
        ['usps_interim', true, '2014-01-01', 'fail'],
        ['usps_interim', false, '2025-01-01', 'pass'],
      ] as const
    ).map(([type, in_force, date, expect]) => ({
      name: `${type} of ${date}${in_force ? ', in force' : ''}`,
      facts: {
        'offering.bad_actor_events.0.type': type,
        'offering.bad_actor_events.0.date': date,
        'offering.bad_actor_events.0.in_force': in_force,
      },
      expect,
    })),
    {
      name: 'before the rule',
      facts: {
        'offering.bad_actor_events.0.type': 'final_order_bar',
        'offering.bad_actor_events.0.in_force': true,
        'offering.bad_actor_events.0.date': '2013-09-22',
      },
      expect: 'pass',
    },
    {
      name: 'on the first day of the rule',
      facts: {
        'offering.bad_actor_events.0.type': 'final_order_bar',
        'offering.bad_actor_events.0.in_force': true,
        'offering.bad_actor_events.0.date': '2013-09-23',
      },
      expect: 'fail',
    },
    { name: 'no events', facts: { 'offering.bad_actor_events': [] }, expect: 'pass' },
  ],
})
