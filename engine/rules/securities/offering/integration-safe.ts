import { safeHarbour } from '../../../calculations/integration.ts'
import { cfr } from '../../../citations.ts'
import { offeringFacts } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { broken, defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'INTEGRATION_SAFE',
  version: 1,
  market: 'securities',
  checks: ['offering.open', 'investment.accept'],
  order: 115,
  orderIn: { 'investment.accept': 374 },
  sentence:
    'An offering in a safe harbour of Rule 152(b) is not integrated: Regulation S or a benefit plan beside anything, or one that may solicit after the other ended.',
  message: 'Another offering ({other}) is still open and in no safe harbour.',
  citation: cfr(17, '230.152', '(b)(2), (b)(4)'),
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'hold',
  params: {},
  needs: {
    regulation: offeringFacts.regulation,
    start: fact('offering.starts_on'),
    others: fact('offering.integration'),
  },
  holds: (f) => {
    const open = f.others.find(
      (other) => (other.ended_on === null || other.ended_on >= f.start) && !safeHarbour(f.regulation, f.start, other),
    )
    return open ? broken({ other: open.id }) : pass
  },
  given: {
    check: 'offering.open',
    'offering.regulation': 'reg_d_506c',
    'offering.starts_on': '2026-03-31',
    'offering.integration': [{ id: 'off_1', kind: 'reg_s', starts_on: '2026-01-01', ended_on: 'none' }],
  },
  goldens: [
    { name: 'Regulation S beside it', facts: { 'offering.regulation': 'reg_d_506b' }, expect: 'pass' },
    {
      name: 'this one is Regulation S',
      facts: {
        'offering.regulation': 'reg_s',
        'offering.integration': [{ id: 'off_1', kind: 'reg_d_506b', starts_on: '2026-01-01', ended_on: 'none' }],
      },
      expect: 'pass',
    },
    {
      name: '506(b) ended yesterday',
      facts: { 'offering.integration': [{ id: 'off_1', kind: 'reg_d_506b', starts_on: '2026-01-01', ended_on: '2026-03-30' }] },
      expect: 'pass',
    },
    {
      name: '506(b) ended today',
      facts: { 'offering.integration': [{ id: 'off_1', kind: 'reg_d_506b', starts_on: '2026-01-01', ended_on: '2026-03-31' }] },
      expect: 'pass',
    },
    {
      name: '506(b) still open',
      facts: { 'offering.integration': [{ id: 'off_1', kind: 'reg_d_506b', starts_on: '2026-01-01', ended_on: 'none' }] },
      expect: 'review',
    },
    {
      name: 'a later 506(b) beside an open 506(c)',
      facts: {
        'offering.regulation': 'reg_d_506b',
        'offering.integration': [{ id: 'off_1', kind: 'reg_d_506c', starts_on: '2026-01-01', ended_on: 'none' }],
      },
      expect: 'review',
    },
    {
      name: '506(b) ended today, another 506(b) starts',
      facts: {
        'offering.regulation': 'reg_d_506b',
        'offering.integration': [{ id: 'off_1', kind: 'reg_d_506b', starts_on: '2026-01-01', ended_on: '2026-03-31' }],
      },
      expect: 'review',
    },
    {
      name: 'stock options beside it',
      facts: { 'offering.integration': [{ id: 'off_1', kind: 'rule_701', starts_on: '2026-01-01', ended_on: 'none' }] },
      expect: 'pass',
    },
    {
      name: 'a benefit plan beside it',
      facts: { 'offering.integration': [{ id: 'off_1', kind: 'benefit_plan', starts_on: '2026-01-01', ended_on: 'none' }] },
      expect: 'pass',
    },
  ],
})
