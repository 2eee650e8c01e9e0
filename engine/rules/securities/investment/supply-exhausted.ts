import { product } from '../../../citations.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { broken, defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'SUPPLY_EXHAUSTED',
  version: 1,
  market: 'securities',
  checks: ['investment.accept', 'token.issue'],
  order: 305,
  sentence: 'Enough units are left.',
  message: '{remaining} units are left.',
  citation: product(),
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: {},
  needs: { quantity: fact('deal.quantity'), left: fact('offering.units_left') },
  holds: (f) => (f.quantity <= f.left ? pass : broken({ remaining: String(f.left) })),
  given: { check: 'investment.accept', 'deal.quantity': '10', 'offering.units_left': '10' },
  goldens: [
    { name: 'the last ten', facts: {}, expect: 'pass' },
    { name: 'one too many', facts: { 'deal.quantity': '11' }, expect: 'fail', details: { remaining: '10' } },
  ],
})
