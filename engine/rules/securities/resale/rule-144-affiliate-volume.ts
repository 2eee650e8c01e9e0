import { isAffiliate, openRoute, resale } from '../../../calculations/resale.ts'
import { tape } from '../../../cases/holders.ts'
import { lot, resaleCase } from '../../../cases/transfer.ts'
import { cfr } from '../../../citations.ts'
import { type Day, mondayOf } from '../../../dates.ts'
import { issuerFacts, offeringFacts, ownerChanges, senderFacts } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { broken, defineRule, pass } from '../../../rule.ts'

type Week = { readonly week_of: Day; readonly consolidated_tape: bigint }

/**
 * The average volume of the calendar weeks just before that of the sale (Rule 144(e)(1)(ii)). Null unless each of them is told, once:
 * of other weeks, or of one told twice, nothing follows, and the limit by the class stands.
 */
function weeklyAverage(told: readonly Week[], day: Day, weeks: number): bigint | null {
  let sum = 0n
  for (let back = 1; back <= weeks; back++) {
    const found = told.filter((week) => mondayOf(week.week_of) === mondayOf(day) - 7 * back)
    if (found.length !== 1) return null
    sum += found[0]!.consolidated_tape
  }
  return sum / BigInt(weeks)
}

export default defineRule({
  code: 'RULE_144_AFFILIATE_VOLUME',
  version: 1,
  market: 'securities',
  checks: ['transfer'],
  order: 150,
  byte: 29,
  sentence:
    'In any three months an affiliate sells at most the greater of 1 % of the class and the average weekly exchange volume; debt, 10 % of the tranche.',
  message: 'With the sales of the last three months this exceeds the limit of {limit} units; {max_now} can be sold now.',
  citation: cfr(17, '230.144', '(e)'),
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: { class_bps: 100, debt_bps: 1000, weeks: 4 },
  needs: {
    changes: ownerChanges,
    affiliate: senderFacts.affiliate,
    affiliateLately: senderFacts.affiliateLately,
    resale,
    securityClass: offeringFacts.securityClass,
    outstanding: issuerFacts.outstanding,
    weeks: fact('issuer.weekly_volumes'),
    sold: fact('from.sold_3_months'),
    quantity: fact('transfer.quantity'),
  },
  // Only where Rule 144 is the way by which an affiliate's units move; another route has no volume limit.
  applies: (f) => f.changes && isAffiliate(f) && openRoute(f.resale, 'RULE_144'),
  holds: (f, p, now) => {
    let limit = (f.outstanding * BigInt(f.securityClass === 'debt' ? p.debt_bps : p.class_bps)) / 10_000n
    const average = f.weeks === null ? null : weeklyAverage(f.weeks, now.day, p.weeks)
    if (average !== null && average > limit) limit = average
    if (f.sold + f.quantity <= limit) return pass
    const left = limit > f.sold ? limit - f.sold : 0n
    const changes = left > 0n ? [{ say: `up to ${left} units`, facts: { 'transfer.quantity': String(left) } }] : []
    return broken({ limit: String(limit), max_now: String(left) }, { changes })
  },
  given: {
    ...resaleCase,
    as_of: '2027-01-16T17:00:00Z',
    'from.affiliate_of_issuer': true,
    'issuer.public_information': true,
    'to.accreditation.status': 'not_accredited',
    'from.lots': [lot('lot_1', '100000', '2026-01-15')],
    'from.balance': '100000',
    'issuer.weekly_volumes': 'none',
    'from.sold_3_months': '4000',
    'transfer.quantity': '6000',
  },
  goldens: [
    { name: '1 % with what was sold', facts: {}, expect: 'pass' },
    { name: 'one unit above', facts: { 'transfer.quantity': '6001' }, expect: 'fail', details: { limit: '10000', max_now: '6000' } },
    {
      name: '10,001 at once',
      facts: { 'from.sold_3_months': '0', 'transfer.quantity': '10001' },
      expect: 'fail',
      details: { max_now: '10000' },
    },
    {
      name: 'weekly average of the tape',
      facts: { 'issuer.weekly_volumes': tape([12500, 12500, 12500, 12500]), 'transfer.quantity': '8500' },
      expect: 'pass',
    },
    {
      name: 'a unit above the average',
      facts: { 'issuer.weekly_volumes': tape([12500, 12500, 12500, 12500]), 'transfer.quantity': '8501' },
      expect: 'fail',
      details: { limit: '12500' },
    },
    {
      name: 'only the last four weeks',
      facts: { 'issuer.weekly_volumes': tape([99999, 12500, 12500, 12500, 12500]), 'transfer.quantity': '8501' },
      expect: 'fail',
      details: { limit: '12500' },
    },
    {
      name: 'volume of alternative systems does not count',
      facts: { 'issuer.weekly_volumes': tape([0, 0, 0, 0]), 'transfer.quantity': '6001' },
      expect: 'fail',
      details: { limit: '10000' },
    },
    { name: 'debt: 10 %', facts: { 'offering.security_class': 'debt', 'transfer.quantity': '96000' }, expect: 'pass' },
    {
      name: 'debt: one unit above',
      facts: { 'offering.security_class': 'debt', 'transfer.quantity': '96001' },
      expect: 'fail',
      details: { limit: '100000' },
    },
    {
      name: 'the average is over four weeks',
      facts: { 'issuer.weekly_volumes': tape([10000, 12500, 12500, 12500]), 'transfer.quantity': '8500' },
      expect: 'fail',
      details: { limit: '11875' },
    },
    {
      name: 'in whatever order',
      facts: { 'issuer.weekly_volumes': tape([12500, 12500, 12500, 12500]).toReversed(), 'transfer.quantity': '8500' },
      expect: 'pass',
    },
    {
      name: 'one week told four times',
      facts: { 'issuer.weekly_volumes': Array(4).fill(tape([99999])[0]), 'transfer.quantity': '6001' },
      expect: 'fail',
      details: { limit: '10000' },
    },
    {
      name: 'weeks of two years ago',
      facts: {
        'issuer.weekly_volumes': tape([99999, 99999, 99999, 99999], '2025-01-06'),
        'transfer.quantity': '6001',
      },
      expect: 'fail',
      details: { limit: '10000' },
    },
    {
      name: 'a week between is missing',
      facts: { 'issuer.weekly_volumes': tape([99999, 99999, 99999, 99999, 99999]).toSpliced(2, 1), 'transfer.quantity': '6001' },
      expect: 'fail',
      details: { limit: '10000' },
    },
    {
      name: 'another route is open',
      facts: { 'to.accreditation.status': 'accredited', 'transfer.quantity': '6001' },
      expect: 'not_applicable',
    },
    { name: 'no affiliate', facts: { 'from.affiliate_of_issuer': false, 'transfer.quantity': '6001' }, expect: 'not_applicable' },
  ],
})
