import { lockupEnd, rule144FreeOn } from '../../../calculations/holding.ts'
import { cfr } from '../../../citations.ts'
import { isoDay } from '../../../dates.ts'
import { isRegA, issuerFacts, offeringFacts } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { derive } from '../../../facts.ts'
import { broken, defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'RESTRICTION_CLOCK',
  version: 1,
  market: 'securities',
  checks: ['investment.accept', 'token.issue'],
  order: 482,
  sentence: 'The new lot’s clock starts on the later of acquisition and full payment, and its first free day is shown.',
  message: 'The lot is restricted until {restricted_until}; first free day {free_on}.',
  citation: cfr(17, '230.144', '(d)(1); 230.903'),
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'info',
  params: {},
  needs: {
    regulation: offeringFacts.regulation,
    paid: fact('deal.paid_in_full_at'),
    reporting: issuerFacts.reporting,
    reportingSince: issuerFacts.reportingSince,
    lockup: fact('offering.lockup_days'),
    terms: derive(
      'holding terms',
      { id: issuerFacts.id },
      (_f, _now, paramsOf) =>
        paramsOf('RULE_144_HOLDING_PERIOD') as { reporting_months: number; other_months: number; reporting_days: number },
    ),
  },
  holds: (f, _p, now) => {
    const start = Math.max(now.day, f.paid ?? now.day)
    const reporting = f.reporting && f.reportingSince !== null && now.day - f.reportingSince >= f.terms.reporting_days
    // Regulation A units are free by law; only a contract can lock them.
    const law = isRegA(f.regulation) ? start : rule144FreeOn(start, reporting ? f.terms.reporting_months : f.terms.other_months)
    const free = Math.max(law, f.lockup === null || f.lockup === 0 ? start : lockupEnd(start, f.lockup))
    if (free <= start) return pass
    return broken({ clock: isoDay(start), restricted_until: isoDay(free - 1), free_on: isoDay(free) })
  },
  given: {
    as_of: '2026-01-15T17:00:00Z',
    'issuer.id': 'iss_1',
    'offering.regulation': 'reg_d_506c',
    'deal.paid_in_full_at': 'none',
    'issuer.exchange_act_reporting': false,
    'issuer.reporting_since': 'none',
    'offering.lockup_days': 'none',
  },
  goldens: [
    { name: 'not reporting', facts: {}, expect: 'info', details: { free_on: '2027-01-16', restricted_until: '2027-01-15' } },
    {
      name: 'reporting',
      facts: { 'issuer.exchange_act_reporting': true, 'issuer.reporting_since': '2020-01-01' },
      expect: 'info',
      details: { free_on: '2026-07-16' },
    },
    { name: 'paid later', facts: { 'deal.paid_in_full_at': '2026-02-01' }, expect: 'info', details: { free_on: '2027-02-02' } },
    { name: 'Tier 2', facts: { 'offering.regulation': 'reg_a_tier2' }, expect: 'pass' },
    {
      name: 'Tier 2 with a lock-up of no days',
      facts: { 'offering.regulation': 'reg_a_tier2', 'offering.lockup_days': 0 },
      expect: 'pass',
    },
    {
      name: 'Tier 2 with a lock-up of 90 days',
      facts: { 'offering.regulation': 'reg_a_tier2', 'offering.lockup_days': 90 },
      expect: 'info',
      details: { free_on: '2026-04-16' },
    },
  ],
})
