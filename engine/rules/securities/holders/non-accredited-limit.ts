import { product } from '../../../citations.ts'
import { acquirerFacts, offeringFacts } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { broken, defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'NON_ACCREDITED_LIMIT',
  version: 1,
  market: 'securities',
  checks: ['investment.accept'],
  order: 346,
  sentence: 'The offering’s own limit on purchasers who are not accredited is kept.',
  message: 'This would be purchaser {count} who is not accredited; the offering allows {limit}.',
  citation: product('Offering settings'),
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: {},
  needs: {
    regulation: offeringFacts.regulation,
    accredited: acquirerFacts.accredited,
    limit: fact('offering.max_non_accredited'),
    count: fact('offering.non_accredited_count'),
    holds: fact('investor.holds_offering'),
  },
  applies: (f) => f.regulation === 'reg_d_506b' && f.limit !== null,
  holds: (f) => {
    if (f.accredited === 'accredited' || f.limit === null) return pass
    return f.count + 1 <= f.limit || f.holds ? pass : broken({ count: f.count + 1, limit: f.limit })
  },
  given: {
    check: 'investment.accept',
    'offering.regulation': 'reg_d_506b',
    'acquirer.accreditation.status': 'not_accredited',
    'offering.max_non_accredited': 10,
    'offering.non_accredited_count': 9,
    'investor.holds_offering': false,
  },
  goldens: [
    { name: 'the tenth', facts: {}, expect: 'pass' },
    { name: 'the eleventh', facts: { 'offering.non_accredited_count': 10 }, expect: 'fail', details: { count: 11, limit: 10 } },
    { name: 'one of ten buys more', facts: { 'offering.non_accredited_count': 10, 'investor.holds_offering': true }, expect: 'pass' },
    {
      name: 'accredited',
      facts: { 'offering.non_accredited_count': 10, 'acquirer.accreditation.status': 'accredited' },
      expect: 'pass',
    },
    {
      name: 'pending counts as not accredited',
      facts: { 'offering.non_accredited_count': 10, 'acquirer.accreditation.status': 'pending' },
      expect: 'fail',
    },
    { name: 'no limit of its own', facts: { 'offering.max_non_accredited': 'none' }, expect: 'not_applicable' },
    { name: '506(c)', facts: { 'offering.regulation': 'reg_d_506c' }, expect: 'not_applicable' },
    { name: 'how many is not known', facts: { 'offering.non_accredited_count': null }, expect: 'needs_info' },
  ],
})
