import { product } from '../../../citations.ts'
import { offeringFacts } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { dollars, formatMicro, meets, micro } from '../../../money.ts'
import { broken, defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'OFFERING_CONTACT_REQUIRED',
  version: 1,
  market: 'securities',
  checks: ['offering.create', 'offering.open', 'offering.change'],
  order: 112,
  sentence: 'A raise above 100,000,000 USD is opened only after terms were agreed with us.',
  message: 'A raise of {maximum} USD is {op} {threshold} USD: please agree terms with us first.',
  citation: product('Sealwright price list'),
  certainty: 'V',
  in_force_from: '2025-01-01',
  severity: 'hold',
  params: { threshold: '100000000', op: '>' },
  needs: { most: offeringFacts.maximumRaise, agreed: fact('offering.commercial_terms_recorded', { at_least: 'established' }) },
  holds: (f, p) => {
    if (!meets(f.most, p.op, micro(p.threshold)) || f.agreed) return pass
    const changes = [
      {
        say: `with a maximum raise of at most ${formatMicro(micro(p.threshold))} USD`,
        facts: { 'offering.maximum_raise': dollars(p.threshold) },
      },
    ]
    return broken({ maximum: formatMicro(f.most) }, { changes })
  },
  given: { 'offering.maximum_raise': dollars('100000000.00'), 'offering.commercial_terms_recorded': false },
  goldens: [
    { name: 'at the line', facts: {}, expect: 'pass' },
    { name: 'a cent above', facts: { 'offering.maximum_raise.amount': '100000000.01' }, expect: 'review' },
    {
      name: 'above, terms recorded',
      facts: { 'offering.maximum_raise.amount': '100000000.01', 'offering.commercial_terms_recorded': true },
      expect: 'pass',
    },
    { name: 'euro without a rate', facts: { 'offering.maximum_raise.currency': 'EUR' }, expect: 'needs_info', reason: 'FX_RATE_REQUIRED' },
    {
      name: 'euro with a rate of the last business day',
      facts: {
        'offering.maximum_raise': { amount: '90000000', currency: 'EUR' },
        fx: [{ from: 'EUR', to: 'USD', rate: '1.12', source: 'ECB', date: '2026-11-20' }],
      },
      expect: 'review',
    },
    {
      name: 'euro with a rate two business days old',
      facts: {
        'offering.maximum_raise': { amount: '90000000', currency: 'EUR' },
        fx: [{ from: 'EUR', to: 'USD', rate: '1.12', source: 'ECB', date: '2026-11-18' }],
      },
      expect: 'needs_info',
      reason: 'FX_RATE_REQUIRED',
    },
  ],
})
