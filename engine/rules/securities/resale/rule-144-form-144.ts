import { isAffiliate, openRoute, resale } from '../../../calculations/resale.ts'
import { lot, resaleCase } from '../../../cases/transfer.ts'
import { cfr } from '../../../citations.ts'
import { ownerChanges, senderFacts } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { dollars, meets, micro } from '../../../money.ts'
import { broken, defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'RULE_144_FORM_144',
  version: 1,
  market: 'securities',
  checks: ['transfer'],
  order: 152,
  sentence: 'An affiliate files Form 144 when its sales of three months exceed 5,000 units or 50,000 USD.',
  message: 'Form 144 has to be filed with the order.',
  citation: cfr(17, '230.144', '(h)'),
  certainty: 'V',
  in_force_from: '2025-01-01',
  severity: 'ask',
  params: { units: 5000, value: '50000', op: '>' },
  needs: {
    changes: ownerChanges,
    affiliate: senderFacts.affiliate,
    affiliateLately: senderFacts.affiliateLately,
    resale,
    sold: fact('from.sold_3_months'),
    soldValue: fact('from.sold_3_months_value'),
    quantity: fact('transfer.quantity'),
    price: fact('transfer.price'),
    filed: fact('transfer.form_144_filed'),
  },
  applies: (f) => f.changes && isAffiliate(f) && openRoute(f.resale, 'RULE_144'),
  holds: (f, p) => {
    const value = f.soldValue + f.quantity * f.price
    const duty = meets(f.sold + f.quantity, p.op, BigInt(p.units)) || meets(value, p.op, micro(p.value))
    return !duty || f.filed ? pass : broken({}, { missing: ['transfer.form_144_filed'] })
  },
  given: {
    ...resaleCase,
    as_of: '2027-01-16T17:00:00Z',
    'from.affiliate_of_issuer': true,
    'issuer.public_information': true,
    'to.accreditation.status': 'not_accredited',
    'from.lots': [lot('lot_1', '100000', '2026-01-15')],
    'from.sold_3_months': '0',
    'from.sold_3_months_value': dollars('0'),
    'transfer.quantity': '5000',
    'transfer.price': dollars('10'),
    'transfer.form_144_filed': false,
  },
  goldens: [
    { name: '5,000 units for 50,000', facts: {}, expect: 'pass' },
    { name: '5,001 units', facts: { 'transfer.quantity': '5001', 'transfer.price.amount': '1' }, expect: 'needs_info' },
    { name: '100 units for 50,000.01', facts: { 'transfer.quantity': '100', 'transfer.price.amount': '500.0001' }, expect: 'needs_info' },
    { name: 'with earlier sales', facts: { 'from.sold_3_months': '1', 'transfer.price.amount': '1' }, expect: 'needs_info' },
    { name: 'filed', facts: { 'transfer.quantity': '5001', 'transfer.form_144_filed': true }, expect: 'pass' },
    { name: 'no affiliate', facts: { 'from.affiliate_of_issuer': false, 'transfer.quantity': '5001' }, expect: 'not_applicable' },
  ],
})
