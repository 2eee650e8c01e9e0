import { product } from '../../../citations.ts'
import { fact } from '../../../facts.ts'
import { broken, defineRule, pass } from '../../../rule.ts'
import { dealFacts } from '../../../securities-facts.ts'

export default defineRule({
  code: 'TOKEN_PAUSED',
  version: 1,
  market: 'securities',
  checks: ['transfer'],
  order: 20,
  byte: 2,
  sentence: 'The token is not paused, unless units go back to the issuer.',
  message: 'The token is paused.',
  citation: product(),
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: {},
  needs: {
    state: fact.oneOf('token.state', ['unlinked', 'linked', 'active', 'paused', 'deactivated']),
    transferKind: dealFacts.transferKind,
  },
  holds: (f) => (f.state === 'paused' && f.transferKind !== 'issuer_repurchase' ? broken() : pass),
  given: { 'token.state': 'active', 'transfer.kind': 'transfer' },
  goldens: [
    { name: 'active', facts: {}, expect: 'pass' },
    { name: 'paused', facts: { 'token.state': 'paused' }, expect: 'fail' },
    { name: 'paused, back to the issuer', facts: { 'token.state': 'paused', 'transfer.kind': 'issuer_repurchase' }, expect: 'pass' },
  ],
})
