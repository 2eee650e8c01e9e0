import { product } from '../../../citations.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { broken, defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'WALLET_CONTROL',
  version: 1,
  market: 'securities',
  checks: ['transfer', 'token.issue'],
  order: 70,
  byte: 21,
  codes: { needs_info: 44 },
  sentence: 'The recipient has proven control of its wallet; the sandbox takes a statement.',
  message: 'The recipient has not proven control of the wallet.',
  citation: product(),
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'ask',
  params: {},
  needs: {
    control: fact('acquirer.control'),
    environment: fact('environment'),
  },
  holds: (f) =>
    f.control === 'proven' || (f.control === 'asserted' && f.environment === 'sandbox')
      ? pass
      : broken({}, { missing: ['acquirer.control'] }),
  given: { check: 'transfer', 'acquirer.control': 'proven', environment: 'production' },
  goldens: [
    { name: 'proven', facts: {}, expect: 'pass' },
    { name: 'asserted in production', facts: { 'acquirer.control': 'asserted' }, expect: 'needs_info' },
    { name: 'asserted in the sandbox', facts: { 'acquirer.control': 'asserted', environment: 'sandbox' }, expect: 'pass' },
    { name: 'none in the sandbox', facts: { 'acquirer.control': 'none', environment: 'sandbox' }, expect: 'needs_info' },
  ],
})
