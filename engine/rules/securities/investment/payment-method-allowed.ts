import { product } from '../../../citations.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { broken, defineRule, pass, review } from '../../../rule.ts'

export default defineRule({
  code: 'PAYMENT_METHOD_ALLOWED',
  version: 1,
  market: 'securities',
  checks: ['investment.accept'],
  order: 400,
  sentence:
    'Payment is by card, ACH or wire, by the investor itself; crypto in production only under an enterprise contract. Money never passes through us.',
  message: { fail: 'This payment method is not open to this account.', review: 'Somebody else pays; a person has to look.' },
  citation: product(),
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: { open: ['card', 'ach', 'wire'] },
  needs: {
    method: fact('investment.payment_method'),
    environment: fact('environment'),
    enterprise: fact('tenant.enterprise_contract', { at_least: 'configured' }),
    payer: fact('investment.payer_person_id'),
    person: fact('investor.person_id'),
  },
  holds: (f, p) => {
    if (!p.open.includes(f.method) && f.environment === 'production' && !f.enterprise) return broken()
    return f.payer === f.person ? pass : review()
  },
  given: {
    'investment.payment_method': 'wire',
    environment: 'production',
    'tenant.enterprise_contract': false,
    'investment.payer_person_id': 'per_1',
    'investor.person_id': 'per_1',
  },
  goldens: [
    { name: 'wire', facts: {}, expect: 'pass' },
    { name: 'card', facts: { 'investment.payment_method': 'card' }, expect: 'pass' },
    { name: 'ACH', facts: { 'investment.payment_method': 'ach' }, expect: 'pass' },
    { name: 'crypto, standard contract', facts: { 'investment.payment_method': 'crypto' }, expect: 'fail' },
    {
      name: 'crypto, enterprise contract',
      facts: { 'investment.payment_method': 'crypto', 'tenant.enterprise_contract': true },
      expect: 'pass',
    },
    { name: 'crypto in the sandbox', facts: { 'investment.payment_method': 'crypto', environment: 'sandbox' }, expect: 'pass' },
    { name: 'somebody else pays', facts: { 'investment.payer_person_id': 'per_2' }, expect: 'review' },
  ],
})
