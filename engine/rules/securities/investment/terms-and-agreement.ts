import { product } from '../../../citations.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { broken, defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'TERMS_AND_AGREEMENT',
  version: 1,
  market: 'securities',
  checks: ['investment.accept'],
  order: 330,
  sentence: 'The terms are accepted, the current agreement is signed and the investor buys for its own account.',
  message: 'Terms, the current agreement and the own-account representation are needed.',
  citation: product(),
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'ask',
  params: {},
  needs: {
    accepted: fact('investment.accepted_terms'),
    signed: fact('investment.agreement_sha256'),
    current: fact('offering.agreement_sha256'),
    own: fact('investment.own_account_representation'),
  },
  holds: (f) => {
    if (!f.accepted) return broken({}, { missing: ['investment.accepted_terms'] })
    if (f.signed !== f.current) return broken({}, { missing: ['investment.agreement_sha256'] })
    return f.own ? pass : broken({}, { missing: ['investment.own_account_representation'] })
  },
  given: {
    'investment.accepted_terms': true,
    'investment.agreement_sha256': 'f'.repeat(64),
    'offering.agreement_sha256': 'f'.repeat(64),
    'investment.own_account_representation': true,
  },
  goldens: [
    { name: 'all', facts: {}, expect: 'pass' },
    { name: 'an old agreement', facts: { 'investment.agreement_sha256': '0'.repeat(64) }, expect: 'needs_info' },
    { name: 'terms not accepted', facts: { 'investment.accepted_terms': false }, expect: 'needs_info' },
    { name: 'for another', facts: { 'investment.own_account_representation': false }, expect: 'needs_info' },
  ],
})
