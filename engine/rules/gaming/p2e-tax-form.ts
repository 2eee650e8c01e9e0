import { tx } from '../../facts/groups/payment.ts'
import { fact } from '../../facts/vocabulary.ts'
import { meets, micro } from '../../money.ts'
import { broken, defineRule, pass } from '../../rule.ts'

export default defineRule({
  code: 'P2E_TAX_FORM',
  version: 2,
  market: 'gaming',
  checks: ['payment'],
  order: 1521,
  sentence: 'From 2,000 USD of prizes in a calendar year a tax form is on file before the pay-out.',
  message: 'From {threshold} USD in the calendar year a {form} is needed.',
  citation: { label: '26 USC 6041 as amended by Pub. L. 119-21', url: 'https://www.law.cornell.edu/uscode/text/26/6041' },
  certainty: 'K',
  in_force_from: '2026-01-01',
  severity: 'ask',
  byte: 250,
  codes: { needs_info: 45 },
  params: { threshold: '2000', op: '>=' },
  earlier: [{ version: 1, in_force_from: '2025-01-01', in_force_to: '2025-12-31', params: { threshold: '600', op: '>=' } }],
  needs: {
    market: tx.market,
    type: tx.type,
    usd: tx.usd,
    year: fact('history.prizes_year'),
    us: fact('from.us_person'),
    form: fact('from.tax_form'),
  },
  applies: (f) => f.market === 'gaming' && f.type === 'cash_out',
  holds: (f, p) => {
    if (!meets(f.year + f.usd, p.op, micro(p.threshold))) return pass
    const needed = f.us ? 'w9' : 'w8'
    return f.form === needed ? pass : broken({ form: f.us ? 'W-9' : 'W-8' }, { missing: ['from.tax_form'] })
  },
  given: {
    'tx.market': 'gaming',
    'tx.type': 'cash_out',
    'tx.amount': { amount: '600', currency: 'USD' },
    'history.prizes_year': { amount: '1400', currency: 'USD' },
    'from.us_person': true,
    'from.tax_form': 'none',
  },
  goldens: [
    { name: '2,000, none', facts: {}, expect: 'needs_info', details: { form: 'W-9' } },
    { name: '1,999.99', facts: { 'tx.amount.amount': '599.99' }, expect: 'pass' },
    { name: '2,000 with W-9', facts: { 'from.tax_form': 'w9' }, expect: 'pass' },
    { name: 'not a United States person, none', facts: { 'from.us_person': false }, expect: 'needs_info', details: { form: 'W-8' } },
    { name: "a W-9 of someone else's kind", facts: { 'from.us_person': false, 'from.tax_form': 'w9' }, expect: 'needs_info' },
    { name: '2025, 600', facts: { as_of: '2025-12-31T17:00:00Z', 'history.prizes_year.amount': '0' }, expect: 'needs_info' },
    {
      name: '2025, 599.99',
      facts: { as_of: '2025-12-31T17:00:00Z', 'history.prizes_year.amount': '0', 'tx.amount.amount': '599.99' },
      expect: 'pass',
    },
    { name: '2026, 600', facts: { as_of: '2026-01-01T17:00:00Z', 'history.prizes_year.amount': '0' }, expect: 'pass' },
    { name: 'unknown', facts: { 'from.tax_form': null }, expect: 'needs_info' },
  ],
})
