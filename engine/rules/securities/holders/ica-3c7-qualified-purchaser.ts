import { isQualifiedPurchaser } from '../../../calculations/qualified-purchaser.ts'
import { act } from '../../../citations.ts'
import { acquirerFacts, issuerFacts } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { dollars } from '../../../money.ts'
import { broken, defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'ICA_3C7_QUALIFIED_PURCHASER',
  version: 1,
  market: 'securities',
  checks: ['transfer', 'investment.accept'],
  order: 170,
  orderIn: { 'investment.accept': 391 },
  byte: 25,
  sentence: 'Every holder of a 3(c)(7) fund is a qualified purchaser or a knowledgeable employee.',
  message: 'The acquirer is not a qualified purchaser.',
  citation: act('company', '§2(a)(51), §3(c)(7); Rule 2a51-1'),
  certainty: 'V',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: { natural: '5000000', family: '5000000', other: '25000000', dealer: '25000000', op: '>=' },
  needs: {
    status: issuerFacts.icaStatus,
    from: fact('from.person_id'),
    person: acquirerFacts.person,
    knowledgeable: fact('acquirer.knowledgeable_employee'),
    inherited: fact('deal.gift_or_estate_of_one_owner'),
    qp: fact('acquirer.qp'),
  },
  applies: (f, _p, now) => f.status === '3c7' && !(now.check === 'transfer' && f.from === f.person),
  holds: (f, p) => {
    if (f.knowledgeable || f.inherited) return pass
    return isQualifiedPurchaser(f.qp, p) ? pass : broken()
  },
  given: {
    check: 'investment.accept',
    'issuer.ica_status': '3c7',
    'from.person_id': 'none',
    'acquirer.person_id': 'new',
    'acquirer.knowledgeable_employee': false,
    'deal.gift_or_estate_of_one_owner': false,
    'acquirer.qp': { kind: 'natural', investments: dollars('5000000'), formed_for_purchase: false, all_deciders_qualified: false },
  },
  goldens: [
    { name: '5,000,000', facts: {}, expect: 'pass' },
    { name: 'a cent less', facts: { 'acquirer.qp.investments.amount': '4999999.99' }, expect: 'fail' },
    { name: 'accredited only', facts: { 'acquirer.qp.kind': 'none' }, expect: 'fail' },
    {
      name: 'family company formed for the purchase',
      facts: { 'acquirer.qp.kind': 'family_company', 'acquirer.qp.formed_for_purchase': true },
      expect: 'fail',
    },
    {
      name: 'institutional buyer formed for the purchase',
      facts: { 'acquirer.qp.kind': 'qib', 'acquirer.qp.formed_for_purchase': true },
      expect: 'fail',
    },
    { name: 'family company', facts: { 'acquirer.qp.kind': 'family_company' }, expect: 'pass' },
    {
      name: 'family company a cent less',
      facts: { 'acquirer.qp.kind': 'family_company', 'acquirer.qp.investments.amount': '4999999.99' },
      expect: 'fail',
    },
    {
      name: 'trust, all deciders qualified',
      facts: { 'acquirer.qp.kind': 'trust', 'acquirer.qp.all_deciders_qualified': true },
      expect: 'pass',
    },
    {
      name: 'trust formed for it',
      facts: { 'acquirer.qp.kind': 'trust', 'acquirer.qp.all_deciders_qualified': true, 'acquirer.qp.formed_for_purchase': true },
      expect: 'fail',
    },
    {
      name: 'acting for qualified purchasers with 25,000,000',
      facts: { 'acquirer.qp.kind': 'other', 'acquirer.qp.investments.amount': '25000000', 'acquirer.qp.all_deciders_qualified': true },
      expect: 'pass',
    },
    {
      name: 'a cent less than 25,000,000',
      facts: { 'acquirer.qp.kind': 'other', 'acquirer.qp.investments.amount': '24999999.99', 'acquirer.qp.all_deciders_qualified': true },
      expect: 'fail',
    },
    {
      name: 'dealer with 25,000,000',
      facts: { 'acquirer.qp.kind': 'dealer', 'acquirer.qp.investments.amount': '25000000' },
      expect: 'pass',
    },
    {
      name: 'dealer a cent less',
      facts: { 'acquirer.qp.kind': 'dealer', 'acquirer.qp.investments.amount': '24999999.99' },
      expect: 'fail',
    },
    { name: 'qualified institutional buyer', facts: { 'acquirer.qp.kind': 'qib' }, expect: 'pass' },
    { name: 'knowledgeable employee', facts: { 'acquirer.qp.kind': 'none', 'acquirer.knowledgeable_employee': true }, expect: 'pass' },
    { name: 'heir of an owner', facts: { 'acquirer.qp.kind': 'none', 'deal.gift_or_estate_of_one_owner': true }, expect: 'pass' },
    { name: 'operating company', facts: { 'issuer.ica_status': 'operating', 'acquirer.qp.kind': 'none' }, expect: 'not_applicable' },
  ],
})
