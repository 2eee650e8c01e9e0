import { safeHarbour } from '../../../calculations/integration.ts'
import { cfr } from '../../../citations.ts'
import { offeringFacts } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { broken, defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'INTEGRATION_152B1_30_DAYS',
  version: 1,
  market: 'securities',
  checks: ['offering.open', 'investment.accept'],
  order: 114,
  orderIn: { 'investment.accept': 373 },
  sentence: 'Another offering of the issuer ended more than 30 days before this one starts, or starts more than 30 days after it ends.',
  message: 'Another offering ({other}) lies {days} days from this one: the general test of Rule 152(a) is needed.',
  citation: cfr(17, '230.152', '(b)(1)'),
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'hold',
  params: { days: 30 },
  needs: {
    regulation: offeringFacts.regulation,
    start: fact('offering.starts_on'),
    end: fact('offering.terminated_at'),
    others: fact('offering.integration'),
  },
  holds: (f, p) => {
    for (const other of f.others) {
      if (safeHarbour(f.regulation, f.start, other)) continue
      const gap =
        other.ended_on !== null && other.ended_on <= f.start
          ? f.start - other.ended_on
          : f.end !== null && other.starts_on >= f.end
            ? other.starts_on - f.end
            : 0
      if (gap <= p.days) return broken({ other: other.id, days: gap })
    }
    return pass
  },
  given: {
    check: 'offering.open',
    'offering.regulation': 'reg_d_506b',
    'offering.starts_on': '2026-03-31',
    'offering.terminated_at': 'none',
    'offering.integration': [{ id: 'off_1', kind: 'reg_d_506b', starts_on: '2026-01-01', ended_on: '2026-03-01' }],
  },
  goldens: [
    { name: '30 days before', facts: {}, expect: 'review', details: { days: 30 } },
    { name: '31 days before', facts: { 'offering.starts_on': '2026-04-01' }, expect: 'pass' },
    {
      name: 'overlap',
      facts: { 'offering.integration': [{ id: 'off_1', kind: 'reg_d_506b', starts_on: '2026-01-01', ended_on: 'none' }] },
      expect: 'review',
    },
    { name: 'no other', facts: { 'offering.integration': [] }, expect: 'pass' },
    {
      name: 'the other begins 31 days after the end',
      facts: {
        'offering.terminated_at': '2026-04-30',
        'offering.integration': [{ id: 'off_1', kind: 'reg_d_506b', starts_on: '2026-05-31', ended_on: 'none' }],
      },
      expect: 'pass',
    },
    {
      name: 'the other begins 30 days after the end',
      facts: {
        'offering.terminated_at': '2026-04-30',
        'offering.integration': [{ id: 'off_1', kind: 'reg_d_506b', starts_on: '2026-05-30', ended_on: 'none' }],
      },
      expect: 'review',
    },
    {
      name: 'a benefit plan beside it',
      facts: { 'offering.integration': [{ id: 'off_1', kind: 'benefit_plan', starts_on: '2026-01-01', ended_on: 'none' }] },
      expect: 'pass',
    },
  ],
})
