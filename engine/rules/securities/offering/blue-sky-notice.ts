import { act } from '../../../citations.ts'
import { isoDay } from '../../../dates.ts'
import { acquirerFacts, is506, offeringFacts } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { ask, broken, defineRule } from '../../../rule.ts'
import { inUnitedStates } from '../../../tables/us-states.ts'

export default defineRule({
  code: 'BLUE_SKY_NOTICE',
  version: 1,
  market: 'securities',
  checks: ['investment.accept'],
  order: 470,
  sentence: 'Sales of covered securities keep the notice filing and fee of the purchaser’s state.',
  message: { info: 'Notice filing in {state}: {task}.', needs_info: 'The state of the purchaser is needed for the notice filing.' },
  citation: act('securities', '§18(b)(3), (b)(4)(F), (c)(2)'),
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'info',
  params: {
    days: 15,
    none: ['FL'],
    tier2_days_before: 21,
    tier2_before: ['CO', 'CT', 'IA', 'MA', 'MN', 'MT', 'WA'],
    tier2_at_first: ['WI'],
    tier2_after: ['UT'],
  },
  needs: {
    regulation: offeringFacts.regulation,
    residence: acquirerFacts.residence,
    state: fact('acquirer.us_state'),
    firstInState: fact('offering.first_sale_in_state_at'),
  },
  applies: (f) => (is506(f.regulation) || f.regulation === 'reg_a_tier2') && inUnitedStates(f.residence),
  holds: (f, p, now) => {
    const state = f.residence === 'US' ? f.state : f.residence
    if (state === null) return ask({}, { missing: ['acquirer.us_state'] })
    const first = f.firstInState ?? now.day
    // Some states want the notice of Tier 2 three weeks before the first sale there (Iowa Admin. Code 191-50.92, 3 CCR 704-1-51-3.13,
    // Conn. Gen. Stat. 36b-21(d)(2)), Wisconsin before the first offer (DFI-Sec 2.04(1)), Utah in 15 days after the sale (R164-15-3).
    if (f.regulation === 'reg_a_tier2') {
      const before = isoDay(first - p.tier2_days_before)
      if (p.tier2_before?.includes(state))
        return broken({ state, task: `due ${before}, ${p.tier2_days_before} days before the first sale there`, due: before })
      // Rulesets until 2026.11.9 took every other state to ask after the sale.
      const after = p.tier2_after as readonly string[] | null | undefined
      if (after && p.tier2_at_first.includes(state))
        return broken({ state, task: `due ${isoDay(first)}, before the first offer or sale there`, due: isoDay(first) })
      if (after && !after.includes(state))
        return broken({
          state,
          task: `its day is to be looked up in the law of the state: until you know it count on ${before}, as many states ask for it ${p.tier2_days_before} days before the first sale there`,
          due: before,
        })
    }
    if (f.regulation !== 'reg_a_tier2' && p.none.includes(state)) return broken({ state, task: 'none' })
    const due = isoDay(first + p.days)
    return broken({ state, task: `due ${due}`, due })
  },
  given: {
    check: 'investment.accept',
    'offering.regulation': 'reg_d_506c',
    'acquirer.residence': 'US',
    'acquirer.us_state': 'TX',
    'offering.first_sale_in_state_at': '2026-03-03',
  },
  goldens: [
    { name: 'Texas', facts: {}, expect: 'info', details: { due: '2026-03-18' } },
    {
      name: 'this is the first sale',
      facts: { 'offering.first_sale_in_state_at': 'none' },
      expect: 'info',
      details: { due: '2026-12-06' },
    },
    { name: 'Florida', facts: { 'acquirer.us_state': 'FL' }, expect: 'info', details: { task: 'none' } },
    { name: 'state unknown', facts: { 'acquirer.us_state': 'none' }, expect: 'needs_info' },
    {
      name: 'Tier 2 in Texas, whose day nobody verified',
      facts: { 'offering.regulation': 'reg_a_tier2' },
      expect: 'info',
      details: { due: '2026-02-10' },
    },
    {
      name: 'Tier 2 in Texas, by a ruleset until 2026.11.9',
      facts: { 'offering.regulation': 'reg_a_tier2' },
      params: { tier2_after: null },
      expect: 'info',
      details: { due: '2026-03-18', task: 'due 2026-03-18' },
    },
    ...['CT', 'WA'].map((state) => ({
      name: `Tier 2 in ${state}`,
      facts: { 'offering.regulation': 'reg_a_tier2', 'acquirer.us_state': state },
      expect: 'info' as const,
      details: { due: '2026-02-10', task: 'due 2026-02-10, 21 days before the first sale there' },
    })),
    {
      name: 'Tier 2 in Wisconsin',
      facts: { 'offering.regulation': 'reg_a_tier2', 'acquirer.us_state': 'WI' },
      expect: 'info',
      details: { due: '2026-03-03', task: 'due 2026-03-03, before the first offer or sale there' },
    },
    {
      name: 'Tier 2 in Utah',
      facts: { 'offering.regulation': 'reg_a_tier2', 'acquirer.us_state': 'UT' },
      expect: 'info',
      details: { due: '2026-03-18', task: 'due 2026-03-18' },
    },
    { name: '506 in Connecticut', facts: { 'acquirer.us_state': 'CT' }, expect: 'info', details: { due: '2026-03-18' } },
    {
      name: 'Tier 2 in Iowa',
      facts: { 'offering.regulation': 'reg_a_tier2', 'acquirer.us_state': 'IA' },
      expect: 'info',
      details: { due: '2026-02-10' },
    },
    {
      name: 'Tier 2 in Massachusetts, this is the first sale',
      facts: { 'offering.regulation': 'reg_a_tier2', 'acquirer.us_state': 'MA', 'offering.first_sale_in_state_at': 'none' },
      expect: 'info',
      details: { due: '2026-10-31' },
    },
    { name: '506 in Iowa', facts: { 'acquirer.us_state': 'IA' }, expect: 'info', details: { due: '2026-03-18' } },
    { name: 'Tier 1 is another row', facts: { 'offering.regulation': 'reg_a_tier1' }, expect: 'not_applicable' },
    { name: 'not in the US', facts: { 'acquirer.residence': 'DE', 'acquirer.us_state': 'none' }, expect: 'not_applicable' },
  ],
})
