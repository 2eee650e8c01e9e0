import { holdersAfter, offeringHoldersFact } from '../../../calculations/holders.ts'
import { people } from '../../../cases/holders.ts'
import { product } from '../../../citations.ts'
import { acquirerFacts, dealFacts } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { broken, defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'HOLDER_LIMIT_ISSUER',
  version: 1,
  market: 'securities',
  checks: ['transfer', 'investment.accept', 'token.issue'],
  order: 182,
  orderIn: { 'investment.accept': 394, 'token.issue': 394 },
  byte: 27,
  sentence: 'The offering’s own limit on holders is kept.',
  message: 'There would be {holders} holders; the offering allows {limit}.',
  citation: product('Subscription agreement'),
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: {},
  needs: {
    from: fact('from.person_id'),
    person: acquirerFacts.person,
    accredited: acquirerFacts.accredited,
    quantity: dealFacts.quantity,
    holders: offeringHoldersFact,
    limit: fact('offering.max_holders'),
  },
  applies: (f, _p, now) => f.limit !== null && !(now.check === 'transfer' && f.from === f.person),
  holds: (f, _p, now) => {
    const after = holdersAfter(
      f.holders,
      f.quantity,
      { person: f.person, accredited: f.accredited === 'accredited' },
      now.check === 'transfer' ? f.from : null,
    )
    return f.limit === null || after.all <= f.limit ? pass : broken({ holders: after.all, limit: f.limit }, { reason: 'HOLDER_LIMIT' })
  },
  given: {
    check: 'investment.accept',
    'from.person_id': 'none',
    'acquirer.person_id': 'new',
    'acquirer.accreditation.status': 'accredited',
    'deal.quantity': '10',
    'offering.holders': people(49, 0),
    'offering.max_holders': 50,
  },
  goldens: [
    { name: 'the 50th', facts: {}, expect: 'pass' },
    { name: 'the 51st', facts: { 'offering.holders': people(50, 0) }, expect: 'fail', details: { holders: 51 }, reason: 'HOLDER_LIMIT' },
    { name: 'the 51st, by a grant', facts: { check: 'token.issue', 'offering.holders': people(50, 0) }, expect: 'fail' },
    { name: 'a holder buys more', facts: { 'offering.holders': people(50, 0), 'acquirer.person_id': 'h_0' }, expect: 'pass' },
    { name: 'no limit', facts: { 'offering.max_holders': 'none' }, expect: 'not_applicable' },
    {
      name: 'the seller sells all',
      facts: { check: 'transfer', 'from.person_id': 'h_0', 'deal.quantity': '100', 'offering.holders': people(50, 0) },
      expect: 'pass',
    },
    { name: 'to oneself', facts: { check: 'transfer', 'from.person_id': 'new', 'offering.max_holders': 1 }, expect: 'not_applicable' },
  ],
})
