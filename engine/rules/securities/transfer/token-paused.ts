import { product } from '../../../citations.ts'
import { backToIssuer } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { broken, defineRule, pass } from '../../../rule.ts'

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
    state: fact('token.state'),
    backToIssuer,
  },
  holds: (f) => (f.state === 'paused' && !f.backToIssuer ? broken() : pass),
  given: {
    'token.state': 'active',
    'transfer.kind': 'transfer',
    'from.person_id': 'per_a',
    'to.person_id': 'per_b',
    'issuer.id': 'iss_1',
  },
  goldens: [
    { name: 'active', facts: {}, expect: 'pass' },
    { name: 'paused', facts: { 'token.state': 'paused' }, expect: 'fail' },
    {
      name: 'paused, back to the issuer',
      facts: { 'token.state': 'paused', 'transfer.kind': 'issuer_repurchase', 'to.person_id': 'per_a' },
      expect: 'pass',
    },
    {
      name: 'paused, called a repurchase, to a holder',
      facts: { 'token.state': 'paused', 'transfer.kind': 'issuer_repurchase' },
      expect: 'fail',
    },
  ],
})
