import { offshore904 } from '../../../calculations/resale.ts'
import { regSResaleCase } from '../../../cases/transfer.ts'
import { cfr } from '../../../citations.ts'
import { buyerIsUs, ownerChanges, senderFacts } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { broken, defineRule, pass, review } from '../../../rule.ts'

export default defineRule({
  code: 'REG_S_904_RESALE',
  version: 1,
  market: 'securities',
  checks: ['transfer'],
  order: 132,
  partOf: 'TRANSFER_ROUTE_RESOLVE',
  byte: 24,
  sentence: 'A holder who is neither issuer, distributor nor controlling affiliate may resell offshore without a prearranged US resale.',
  message: {
    fail: 'The resale is not offshore, or this seller may not use Rule 904.',
    review: 'The seller is an affiliate by its holding.',
  },
  citation: cfr(17, '230.904'),
  certainty: 'V',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: {},
  needs: {
    changes: ownerChanges,
    toUs: buyerIsUs,
    orderFrom: fact('transfer.to_location_at_order'),
    prearranged: fact('transfer.prearranged_us_resale'),
    sellerRole: fact('from.reg_s_role'),
    affiliate: senderFacts.affiliate,
  },
  applies: (f) => f.changes,
  holds: (f) => {
    const { state } = offshore904(f)
    return state === 'pass' ? pass : state === 'review' ? review() : broken()
  },
  given: regSResaleCase,
  goldens: [
    { name: 'Germany to France on day 3', facts: {}, expect: 'pass' },
    { name: 'with a prearranged US resale', facts: { 'transfer.prearranged_us_resale': true }, expect: 'fail' },
    { name: 'affiliate by 12 %', facts: { 'from.reg_s_role': 'affiliate' }, expect: 'review' },
    {
      name: 'the issuer says that the seller controls it',
      facts: { 'from.reg_s_role': 'affiliate', 'from.affiliate_of_issuer': true },
      expect: 'fail',
    },
    { name: 'an affiliate, whatever role is named', facts: { 'from.affiliate_of_issuer': true }, expect: 'fail' },
    {
      name: 'officer only',
      facts: { 'from.reg_s_role': 'officer_or_director_only', 'from.affiliate_of_issuer': true },
      expect: 'pass',
    },
    { name: 'distributor', facts: { 'from.reg_s_role': 'distributor' }, expect: 'fail' },
    { name: 'issuer', facts: { 'from.reg_s_role': 'issuer' }, expect: 'fail' },
    { name: 'order from the US', facts: { 'transfer.to_location_at_order': 'US' }, expect: 'fail' },
    { name: 'US buyer', facts: { 'to.us_person': true }, expect: 'fail' },
    { name: 'to oneself', facts: { 'to.person_id': 'per_a' }, expect: 'not_applicable' },
  ],
})
