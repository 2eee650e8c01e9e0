import { firstDayUnder, purchasersAt } from '../../../calculations/purchasers.ts'
import { belief, beliefNeeds } from '../../../calculations/verification.ts'
import { buyersOn } from '../../../cases/purchasers.ts'
import { cfr } from '../../../citations.ts'
import { isoDay } from '../../../dates.ts'
import { offeringFacts } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { ask, broken, defineRule, pass, warn } from '../../../rule.ts'

export default defineRule({
  code: 'REG_D_506B_NONACCREDITED_LIMIT',
  version: 1,
  market: 'securities',
  checks: ['investment.accept'],
  order: 345,
  sentence: 'At most 35 persons who are not accredited buy from the issuer under 506(b) in any 90 calendar days.',
  message: {
    fail: 'This would be purchaser {count} who is not accredited in 90 days; {max} are allowed. It fits again on {retry_on}.',
    warn: '{count} of {max} places for purchasers who are not accredited are used.',
    needs_info: 'The accreditation of the purchaser is not settled.',
  },
  citation: cfr(17, '230.506', '(b)(2)(i); 230.501(e)'),
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: { max: 35, days: 90, warn_at: 30, belief_months: 12 },
  needs: {
    regulation: offeringFacts.regulation,
    ...beliefNeeds,
    elects: fact('offering.count_pending_as_nonaccredited'),
    person: fact('investor.person_id'),
    formed: fact('investor.formed_for_purchase'),
    owners: fact('investor.owners'),
    excluded: fact('investor.excluded_501e'),
    sales: fact('issuer.sales_506b'),
  },
  applies: (f) => f.regulation === 'reg_d_506b',
  holds: (f, p, now) => {
    let buyers: string[]
    if (f.formed) {
      // An entity formed for the purchase is looked through: every owner counts.
      if (f.owners.length === 0 || f.owners.some((owner) => owner.accredited === 'unknown'))
        return ask({}, { missing: ['investor.owners'] })
      buyers = f.owners.filter((owner) => owner.accredited === 'no').map((owner) => owner.person_id)
    } else {
      const believed = belief(f, now.day, p.belief_months)
      if (believed === 'accredited' || f.excluded) return pass
      if (believed === 'stale' || (believed === 'pending' && !f.elects)) return ask({}, { missing: ['investor.accreditation.status'] })
      buyers = [f.person]
    }
    if (buyers.length === 0) return pass
    const sales = f.sales.map((sale) => ({ person_id: sale.person_id, date: sale.date, counted: !sale.accredited && !sale.excluded_501e }))
    const count = purchasersAt(sales, buyers, now.day, p.days)
    if (count <= p.max) return count >= p.warn_at ? warn({ count }) : pass
    const free = firstDayUnder(sales, buyers, now.day, p.days, p.max)
    if (free === null) return broken({ count, retry_on: 'no day' })
    const retry_on = isoDay(free)
    return broken({ count, retry_on }, { changes: [{ say: `from ${retry_on}`, facts: { as_of: `${retry_on}T17:00:00Z` } }] })
  },
  given: {
    check: 'investment.accept',
    as_of: '2026-06-30T17:00:00Z',
    'offering.regulation': 'reg_d_506b',
    'investor.accreditation.status': 'not_accredited',
    'investor.accreditation.contrary_knowledge': false,
    'investor.accreditation.self_certified_at': 'none',
    'offering.count_pending_as_nonaccredited': false,
    'investor.person_id': 'per_new',
    'investor.formed_for_purchase': false,
    'investor.owners': [],
    'investor.excluded_501e': false,
    'issuer.sales_506b': buyersOn('2026-04-02', 34),
  },
  goldens: [
    { name: 'with 34 others: the 35th', facts: {}, expect: 'warn', details: { count: 35 } },
    {
      name: 'with 35 others: the 36th',
      facts: { 'issuer.sales_506b': buyersOn('2026-04-02', 35) },
      expect: 'fail',
      details: { count: 36, retry_on: '2026-07-01' },
    },
    {
      name: 'one of 35 sold 90 days before',
      facts: { 'issuer.sales_506b': [...buyersOn('2026-04-02', 34), ...buyersOn('2026-04-01', 1, 'old')] },
      expect: 'warn',
    },
    {
      name: 'the buyer is already among 35',
      facts: { 'issuer.sales_506b': buyersOn('2026-04-02', 35), 'investor.person_id': 'per_0' },
      expect: 'warn',
      details: { count: 35 },
    },
    { name: '29 others: no warning before 30', facts: { 'issuer.sales_506b': buyersOn('2026-04-02', 28) }, expect: 'pass' },
    { name: '30 with this one', facts: { 'issuer.sales_506b': buyersOn('2026-04-02', 29) }, expect: 'warn', details: { count: 30 } },
    {
      name: 'accredited on a certification of a year ago',
      facts: {
        'issuer.sales_506b': buyersOn('2026-04-02', 35),
        'investor.accreditation.status': 'accredited',
        'investor.accreditation.self_certified_at': '2025-06-30',
      },
      expect: 'pass',
    },
    {
      name: 'certification a day too old',
      facts: { 'investor.accreditation.status': 'accredited', 'investor.accreditation.self_certified_at': '2025-06-29' },
      expect: 'needs_info',
    },
    { name: 'pending', facts: { 'investor.accreditation.status': 'pending' }, expect: 'needs_info' },
    {
      name: 'pending, the issuer counts it',
      facts: { 'investor.accreditation.status': 'pending', 'offering.count_pending_as_nonaccredited': true },
      expect: 'warn',
    },
    {
      name: 'spouse in the same home',
      facts: { 'investor.excluded_501e': true, 'issuer.sales_506b': buyersOn('2026-04-02', 35) },
      expect: 'pass',
    },
    {
      name: 'formed for the purchase by two',
      facts: {
        'investor.formed_for_purchase': true,
        'investor.owners': [
          { person_id: 'x', accredited: 'no' },
          { person_id: 'y', accredited: 'no' },
        ],
      },
      expect: 'fail',
      details: { count: 36 },
    },
    {
      name: 'formed for the purchase, an owner unknown',
      facts: { 'investor.formed_for_purchase': true, 'investor.owners': [{ person_id: 'x', accredited: 'unknown' }] },
      expect: 'needs_info',
    },
    { name: '506(c)', facts: { 'offering.regulation': 'reg_d_506c' }, expect: 'not_applicable' },
  ],
})
