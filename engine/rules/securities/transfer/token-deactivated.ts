import { product } from '../../../citations.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { broken, defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'TOKEN_DEACTIVATED',
  version: 1,
  market: 'securities',
  checks: ['transfer'],
  order: 20,
  byte: 1,
  sentence: 'The token has not been deactivated.',
  message: 'The token is {state}.',
  citation: product(),
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: { moving: ['active', 'paused'] },
  needs: { state: fact('token.state') },
  holds: (f, p) => (p.moving.includes(f.state) ? pass : broken({ state: f.state })),
  given: { 'token.state': 'active' },
  goldens: [
    { name: 'active', facts: {}, expect: 'pass' },
    { name: 'paused is the next rule', facts: { 'token.state': 'paused' }, expect: 'pass' },
    { name: 'deactivated', facts: { 'token.state': 'deactivated' }, expect: 'fail' },
    { name: 'not yet active', facts: { 'token.state': 'linked' }, expect: 'fail' },
  ],
})
