import { holdersAfter, holdersFact } from '../../../calculations/holders.ts'
import { people } from '../../../cases/holders.ts'
import { act } from '../../../citations.ts'
import { acquirerFacts, dealFacts } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { broken, defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'NONACCREDITED_HOLDER_CAP',
  version: 1,
  market: 'securities',
  checks: ['transfer', 'investment.accept'],
  order: 183,
  orderIn: { 'investment.accept': 395 },
  byte: 27,
  sentence: 'The issuer’s cap on holders who are not accredited is kept.',
  message: 'There would be {holders} holders who are not accredited; the issuer’s cap is {limit}.',
  citation: act('exchange', '§12(g)(1)(A)(ii)'),
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: {},
  needs: {
    from: fact('from.person_id'),
    person: acquirerFacts.person,
    accredited: acquirerFacts.accredited,
    quantity: dealFacts.quantity,
    holders: holdersFact,
    limit: fact('issuer.nonaccredited_holder_cap'),
  },
  applies: (f, _p, now) => f.limit !== null && !(now.check === 'transfer' && f.from === f.person),
  holds: (f, _p, now) => {
    const after = holdersAfter(
      f.holders,
      f.quantity,
      { person: f.person, accredited: f.accredited === 'accredited' },
      now.check === 'transfer' ? f.from : null,
    )
    return f.limit === null || after.nonaccredited <= f.limit ? pass : broken({ holders: after.nonaccredited, limit: f.limit })
  },
  given: {
    check: 'investment.accept',
    'from.person_id': 'none',
    'acquirer.person_id': 'new',
    'acquirer.accreditation.status': 'not_accredited',
    'deal.quantity': '10',
    'issuer.holders': people(5, 498),
    'issuer.nonaccredited_holder_cap': 499,
  },
  goldens: [
    { name: 'the 499th', facts: {}, expect: 'pass' },
    { name: 'the 500th', facts: { 'issuer.holders': people(5, 499) }, expect: 'fail', details: { holders: 500 } },
    { name: 'accredited', facts: { 'issuer.holders': people(5, 499), 'acquirer.accreditation.status': 'accredited' }, expect: 'pass' },
    { name: 'no cap', facts: { 'issuer.nonaccredited_holder_cap': 'none' }, expect: 'not_applicable' },
    {
      name: 'to oneself',
      facts: { check: 'transfer', 'from.person_id': 'new', 'issuer.nonaccredited_holder_cap': 0 },
      expect: 'not_applicable',
    },
  ],
})
