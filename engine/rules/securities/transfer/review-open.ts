import { product } from '../../../citations.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { broken, defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'REVIEW_OPEN',
  version: 1,
  market: 'securities',
  checks: ['transfer'],
  order: 240,
  byte: 250,
  sentence: 'No blocking case is open about either person.',
  message: 'A case about one of the parties is open.',
  citation: product(),
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'hold',
  params: {},
  needs: { from: fact('from.open_block_cases'), to: fact('to.open_block_cases') },
  holds: (f) => (f.from + f.to > 0 ? broken() : pass),
  given: { 'from.open_block_cases': 0, 'to.open_block_cases': 0 },
  goldens: [
    { name: 'none', facts: {}, expect: 'pass' },
    { name: 'about the sender', facts: { 'from.open_block_cases': 1 }, expect: 'review' },
    { name: 'about the recipient', facts: { 'to.open_block_cases': 1 }, expect: 'review' },
    { name: 'not known', facts: { 'to.open_block_cases': null }, expect: 'needs_info' },
  ],
})
