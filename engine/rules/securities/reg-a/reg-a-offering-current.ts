import { cfr } from '../../../citations.ts'
import { addYears, isoDay } from '../../../dates.ts'
import { isRegA, offeringFacts } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { k } from '../../../facts.ts'
import { broken, defineRule, info, pass } from '../../../rule.ts'

export default defineRule({
  code: 'REG_A_OFFERING_CURRENT',
  version: 1,
  market: 'securities',
  checks: ['investment.accept'],
  order: 364,
  sentence: 'A continuous offering is within three years of qualification and its reports are on time.',
  message: { review: 'A report or the qualification itself is out of date: {which}.', info: 'Next: {which}.' },
  citation: cfr(17, '230.251', '(d)(3)(i)(F); 230.257'),
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'hold',
  params: { years: 3, extension_days: 180, annual_days: 120, half_year_days: 90, exit_days: 30 },
  needs: {
    regulation: offeringFacts.regulation,
    qualified: fact('offering.qualified_at', k.orNone(k.day)),
    refiled: fact('offering.new_statement_filed'),
    fyeOn: fact('issuer.last_fiscal_year_end'),
    annual: fact('issuer.form_1k_filed_at'),
    halfOn: fact('issuer.last_half_year_end'),
    half: fact('issuer.form_1sa_filed_at'),
    ended: fact('offering.terminated_at'),
    exit: fact('offering.form_1z_filed_at'),
  },
  applies: (f) => isRegA(f.regulation),
  holds: (f, p, now) => {
    if (f.qualified !== null) {
      const last = addYears(f.qualified, p.years) + (f.refiled ? p.extension_days : 0)
      if (now.day > last) return broken({ which: `qualified until ${isoDay(last)}` })
    }
    if (f.regulation === 'reg_a_tier1') {
      if (f.ended === null) return pass
      const due = isoDay(f.ended + p.exit_days)
      if (f.exit !== null) return pass
      return now.day > f.ended + p.exit_days
        ? broken({ which: `Form 1-Z was due on ${due}`, due })
        : info({ which: `Form 1-Z is due on ${due}`, due })
    }
    const annual = f.fyeOn + p.annual_days
    const half = f.halfOn + p.half_year_days
    const late = (filed: number | null, period: number, due: number) => (filed === null || filed < period) && now.day > due
    if (late(f.annual, f.fyeOn, annual)) return broken({ which: `Form 1-K was due on ${isoDay(annual)}`, due: isoDay(annual) })
    if (late(f.half, f.halfOn, half)) return broken({ which: `Form 1-SA was due on ${isoDay(half)}`, due: isoDay(half) })
    if (f.annual === null || f.annual < f.fyeOn) return info({ which: `Form 1-K is due on ${isoDay(annual)}`, due: isoDay(annual) })
    if (f.half === null || f.half < f.halfOn) return info({ which: `Form 1-SA is due on ${isoDay(half)}`, due: isoDay(half) })
    return pass
  },
  given: {
    check: 'investment.accept',
    as_of: '2027-04-30T17:00:00Z',
    'offering.regulation': 'reg_a_tier2',
    'offering.qualified_at': '2026-03-01',
    'offering.new_statement_filed': false,
    'issuer.last_fiscal_year_end': '2026-12-31',
    'issuer.form_1k_filed_at': 'none',
    'issuer.last_half_year_end': '2026-06-30',
    'issuer.form_1sa_filed_at': '2026-09-28',
    'offering.terminated_at': 'none',
    'offering.form_1z_filed_at': 'none',
  },
  goldens: [
    { name: 'the last day for Form 1-K', facts: {}, expect: 'info', details: { due: '2027-04-30' } },
    { name: 'a day late', facts: { as_of: '2027-05-01T17:00:00Z' }, expect: 'review', details: { due: '2027-04-30' } },
    { name: 'everything filed', facts: { 'issuer.form_1k_filed_at': '2027-04-01' }, expect: 'pass' },
    {
      name: 'the last day for Form 1-SA',
      facts: {
        as_of: '2026-09-28T17:00:00Z',
        'issuer.last_fiscal_year_end': '2025-12-31',
        'issuer.form_1k_filed_at': '2026-04-01',
        'issuer.form_1sa_filed_at': 'none',
      },
      expect: 'info',
      details: { due: '2026-09-28' },
    },
    {
      name: 'Form 1-SA a day late',
      facts: {
        as_of: '2026-09-29T17:00:00Z',
        'issuer.last_fiscal_year_end': '2025-12-31',
        'issuer.form_1k_filed_at': '2026-04-01',
        'issuer.form_1sa_filed_at': 'none',
      },
      expect: 'review',
      details: { due: '2026-09-28' },
    },
    {
      name: 'Tier 1 ended: Form 1-Z',
      facts: { as_of: '2026-05-31T17:00:00Z', 'offering.regulation': 'reg_a_tier1', 'offering.terminated_at': '2026-05-01' },
      expect: 'info',
      details: { due: '2026-05-31' },
    },
    {
      name: 'Form 1-Z a day late',
      facts: { as_of: '2026-06-01T17:00:00Z', 'offering.regulation': 'reg_a_tier1', 'offering.terminated_at': '2026-05-01' },
      expect: 'review',
      details: { due: '2026-05-31' },
    },
    {
      name: 'Form 1-Z filed',
      facts: {
        as_of: '2026-06-01T17:00:00Z',
        'offering.regulation': 'reg_a_tier1',
        'offering.terminated_at': '2026-05-01',
        'offering.form_1z_filed_at': '2026-05-30',
      },
      expect: 'pass',
    },
    { name: 'Tier 1 still running', facts: { 'offering.regulation': 'reg_a_tier1' }, expect: 'pass' },
    { name: 'three years to the day', facts: { 'offering.qualified_at': '2024-04-30' }, expect: 'info' },
    { name: 'three years and a day', facts: { 'offering.qualified_at': '2024-04-29' }, expect: 'review' },
    {
      name: 'with a new statement, day 180',
      facts: { 'offering.qualified_at': '2023-11-01', 'offering.new_statement_filed': true },
      expect: 'info',
    },
    {
      name: 'with a new statement, day 181',
      facts: { 'offering.qualified_at': '2023-10-31', 'offering.new_statement_filed': true },
      expect: 'review',
    },
  ],
})
