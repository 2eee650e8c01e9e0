import { product } from '../../../citations.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { broken, defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'OFFERING_NOT_OPEN',
  version: 1,
  market: 'securities',
  checks: ['investment.accept'],
  order: 301,
  sentence: 'The offering is open at the time of the investment.',
  message: 'The offering is not open at this time.',
  citation: product(),
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: {},
  needs: {
    state: fact('offering.state'),
    opens: fact('offering.opens_at'),
    closes: fact('offering.closes_at'),
  },
  holds: (f, _p, now) =>
    f.state === 'open' && (f.opens === null || now.ms >= f.opens) && (f.closes === null || now.ms < f.closes) ? pass : broken(),
  given: {
    as_of: '2026-06-01T15:00:00Z',
    'offering.state': 'open',
    'offering.opens_at': '2026-06-01T15:00:00Z',
    'offering.closes_at': '2026-06-30T15:00:00Z',
  },
  goldens: [
    { name: 'at opening', facts: {}, expect: 'pass' },
    { name: 'a millisecond before opening', facts: { as_of: '2026-06-01T14:59:59.999Z' }, expect: 'fail' },
    { name: 'a millisecond before closing', facts: { as_of: '2026-06-30T14:59:59.999Z' }, expect: 'pass' },
    { name: 'at closing', facts: { as_of: '2026-06-30T15:00:00Z' }, expect: 'fail' },
    { name: 'paused', facts: { 'offering.state': 'paused' }, expect: 'fail' },
    { name: 'no dates', facts: { 'offering.opens_at': 'none', 'offering.closes_at': 'none' }, expect: 'pass' },
  ],
})
