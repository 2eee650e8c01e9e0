import { cfr } from '../../../citations.ts'
import { isoDay, rollForward } from '../../../dates.ts'
import { is506, offeringFacts } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { defineRule, info, passWith, warn } from '../../../rule.ts'

export default defineRule({
  code: 'REG_D_FORM_D_15_DAYS',
  version: 1,
  market: 'securities',
  checks: ['investment.accept'],
  order: 375,
  sentence: 'Form D is filed within 15 calendar days after the first sale, or on the next business day when that is none.',
  message: { info: 'Form D is due on {due}.', warn: 'Form D was due on {due}.' },
  citation: cfr(17, '230.503'),
  certainty: 'V',
  in_force_from: '2025-01-01',
  severity: 'info',
  params: { days: 15 },
  needs: {
    regulation: offeringFacts.regulation,
    firstSale: fact('offering.first_sale_at'),
    filed: fact('offering.form_d.filed_at'),
  },
  applies: (f) => is506(f.regulation),
  holds: (f, p, now) => {
    const due = rollForward((f.firstSale ?? now.day) + p.days)
    if (f.filed !== null) return f.filed <= due ? passWith({ due: isoDay(due) }) : warn({ due: isoDay(due) })
    return now.day <= due ? info({ due: isoDay(due) }) : warn({ due: isoDay(due) })
  },
  given: {
    check: 'investment.accept',
    as_of: '2026-03-10T17:00:00Z',
    'offering.regulation': 'reg_d_506b',
    'offering.first_sale_at': '2026-03-03',
    'offering.form_d.filed_at': 'none',
  },
  goldens: [
    { name: 'first sale 3 March', facts: {}, expect: 'info', details: { due: '2026-03-18' } },
    {
      name: 'due on Thanksgiving',
      facts: { 'offering.first_sale_at': '2026-11-11', as_of: '2026-11-21T17:00:00Z' },
      expect: 'info',
      details: { due: '2026-11-27' },
    },
    {
      name: 'due on a Saturday',
      facts: { 'offering.first_sale_at': '2026-02-13', as_of: '2026-02-21T17:00:00Z' },
      expect: 'info',
      details: { due: '2026-03-02' },
    },
    { name: 'filed on the due day', facts: { 'offering.form_d.filed_at': '2026-03-18', as_of: '2026-06-01T17:00:00Z' }, expect: 'pass' },
    { name: 'filed a day late', facts: { 'offering.form_d.filed_at': '2026-03-19', as_of: '2026-06-01T17:00:00Z' }, expect: 'warn' },
    { name: 'not filed, a day late', facts: { as_of: '2026-03-19T17:00:00Z' }, expect: 'warn' },
    { name: 'this is the first sale', facts: { 'offering.first_sale_at': 'none' }, expect: 'info', details: { due: '2026-03-25' } },
    { name: 'Regulation S', facts: { 'offering.regulation': 'reg_s' }, expect: 'not_applicable' },
  ],
})
