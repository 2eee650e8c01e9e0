import { private4a7, resaleNeeds } from '../../../calculations/resale.ts'
import { resaleCase } from '../../../cases/transfer.ts'
import { act } from '../../../citations.ts'
import { issuerFacts, ownerChanges } from '../../../facts/groups/securities.ts'
import { ask, broken, defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'SEC_4A7_PRIVATE_RESALE',
  version: 1,
  market: 'securities',
  checks: ['transfer'],
  order: 135,
  partOf: 'TRANSFER_ROUTE_RESOLVE',
  byte: 25,
  sentence:
    'A private resale goes to an accredited buyer without solicitation, of a class outstanding for 90 days, with the issuer’s information.',
  message: { fail: 'A condition of section 4(a)(7) is not met.', needs_info: 'The buyer’s accreditation is pending.' },
  citation: act('securities', '§4(a)(7), (d)'),
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: { class_days: 90 },
  needs: { changes: ownerChanges, toAccredited: resaleNeeds.toAccredited, sec4a7: resaleNeeds.sec4a7, reporting: issuerFacts.reporting },
  applies: (f) => f.changes,
  holds: (f, p, now) => {
    const state = private4a7(f, now.day, p.class_days)
    if (state.state === 'needs_info') return ask({}, { missing: [state.missing ?? 'to.accreditation.status'] })
    return state.state === 'pass' ? pass : broken()
  },
  given: { ...resaleCase, 'transfer.sec_4a7.class_outstanding_since': '2026-03-03' },
  goldens: [
    { name: 'class of 90 days', facts: {}, expect: 'pass' },
    { name: 'class of 89 days', facts: { 'transfer.sec_4a7.class_outstanding_since': '2026-03-04' }, expect: 'fail' },
    { name: 'buyer not accredited', facts: { 'to.accreditation.status': 'not_accredited' }, expect: 'fail' },
    { name: 'accreditation pending', facts: { 'to.accreditation.status': 'pending' }, expect: 'needs_info' },
    { name: 'solicited', facts: { 'transfer.sec_4a7.general_solicitation': true }, expect: 'fail' },
    { name: 'seller is the issuer', facts: { 'transfer.sec_4a7.seller_issuer_or_subsidiary': true }, expect: 'fail' },
    { name: 'seller is a bad actor', facts: { 'transfer.sec_4a7.seller_bad_actor': true }, expect: 'fail' },
    { name: 'unsold allotment', facts: { 'transfer.sec_4a7.unsold_allotment': true }, expect: 'fail' },
    { name: 'no information package', facts: { 'transfer.sec_4a7.information_package': false }, expect: 'fail' },
    {
      name: 'reporting issuer needs no package',
      facts: { 'transfer.sec_4a7.information_package': false, 'issuer.exchange_act_reporting': true },
      expect: 'pass',
    },
    { name: 'issuer not in business', facts: { 'transfer.sec_4a7.issuer_in_business': false }, expect: 'fail' },
    { name: 'facts not given', facts: { 'transfer.sec_4a7': null }, expect: 'needs_info' },
  ],
})
