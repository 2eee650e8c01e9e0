import { holdersAfter, holdersFact } from '../../../calculations/holders.ts'
import { people } from '../../../cases/holders.ts'
import { act } from '../../../citations.ts'
import { civil, type Day, dayOf, daysInMonth, isoDay } from '../../../dates.ts'
import { acquirerFacts, dealFacts, offeringFacts } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { dollars, meets, micro } from '../../../money.ts'
import { broken, defineRule, pass, warn } from '../../../rule.ts'

/** The first end of a fiscal year on or after a day: assets and holders are counted there. */
function nextYearEnd(day: Day, fye: string): Day {
  const { year } = civil(day)
  const month = Number(fye.slice(0, 2))
  const on = (y: number) => dayOf(y, month, Math.min(Number(fye.slice(3, 5)), daysInMonth(y, month)))
  return on(year) >= day ? on(year) : on(year + 1)
}

export default defineRule({
  code: 'EXCHANGE_ACT_12G_HOLDERS',
  version: 1,
  market: 'securities',
  checks: ['transfer', 'investment.accept'],
  order: 180,
  orderIn: { 'investment.accept': 392 },
  byte: 27,
  sentence:
    'Above 10,000,000 USD of assets, 2,000 holders or 500 who are not accredited bring a duty to register the class; the issuer’s own cap stops short of it.',
  message: {
    fail: 'There would be {holders} holders, more than the issuer’s cap of {cap}.',
    warn: 'There would be {holders} holders, {nonaccredited} not accredited: {note}.',
  },
  citation: act('exchange', '§12(g)(1); Rule 12g5-1'),
  certainty: 'V',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: { assets: '10000000', op: '>', holders: 2000, nonaccredited: 500, warn_pct: 80, register_days: 120 },
  needs: {
    changes: fact('from.person_id'),
    person: acquirerFacts.person,
    accredited: acquirerFacts.accredited,
    quantity: dealFacts.quantity,
    holders: holdersFact,
    cap: fact('issuer.holder_cap'),
    assets: fact('issuer.total_assets_fye'),
    bank: fact('issuer.bank_holding'),
    fye: fact('issuer.fye'),
    relief: fact('issuer.reg_a_relief'),
    regulation: offeringFacts.regulation,
    securityClass: offeringFacts.securityClass,
  },
  applies: (f, _p, now) => f.securityClass !== 'debt' && !(now.check === 'transfer' && f.changes === f.person),
  holds: (f, p, now) => {
    const from = now.check === 'transfer' ? f.changes : null
    const after = holdersAfter(f.holders, f.quantity, { person: f.person, accredited: f.accredited === 'accredited' }, from)
    const counts = { holders: after.all, nonaccredited: after.nonaccredited }
    if (f.cap !== null && after.all > f.cap) return broken({ ...counts, cap: f.cap })
    // The relief leaves Tier 2 securities out of the duty; the issuer's own cap it does not lift.
    const relieved = f.regulation === 'reg_a_tier2' && f.relief !== 'none'
    if (relieved) return pass
    const large = meets(f.assets, p.op, micro(p.assets))
    const many = after.all >= p.holders || (!f.bank && after.nonaccredited >= p.nonaccredited)
    if (large && many) {
      const due = isoDay(nextYearEnd(now.day, f.fye) + p.register_days)
      return warn({ ...counts, note: `a duty to register by ${due}`, due })
    }
    const near = after.all * 100 >= p.holders * p.warn_pct || (!f.bank && after.nonaccredited * 100 >= p.nonaccredited * p.warn_pct)
    const nearCap = f.cap !== null && after.all * 100 >= f.cap * p.warn_pct
    return near || nearCap ? warn({ ...counts, note: 'close to a limit' }) : pass
  },
  given: {
    check: 'investment.accept',
    'from.person_id': 'none',
    'acquirer.person_id': 'new',
    'acquirer.accreditation.status': 'accredited',
    'deal.quantity': '10',
    'issuer.holders': people(10, 0),
    'issuer.holder_cap': 'none',
    'issuer.total_assets_fye': dollars('10000000.01'),
    'issuer.bank_holding': false,
    'issuer.fye': '12-31',
    'issuer.reg_a_relief': 'none',
    'offering.regulation': 'reg_a_tier2',
    'offering.security_class': 'equity',
  },
  goldens: [
    { name: 'few holders', facts: {}, expect: 'pass' },
    {
      name: 'assets at the line, many holders',
      facts: { 'issuer.total_assets_fye.amount': '10000000', 'issuer.holders': people(2500, 0) },
      expect: 'warn',
      details: { note: 'close to a limit' },
    },
    { name: 'a cent above, the 2,000th', facts: { 'issuer.holders': people(1999, 0) }, expect: 'warn', details: { due: '2027-04-30' } },
    { name: 'the 1,999th', facts: { 'issuer.holders': people(1998, 0) }, expect: 'warn', details: { note: 'close to a limit' } },
    { name: '80 % of 2,000', facts: { 'issuer.holders': people(1599, 0) }, expect: 'warn' },
    { name: 'below 80 %', facts: { 'issuer.holders': people(1598, 0) }, expect: 'pass' },
    { name: '499 not accredited', facts: { 'issuer.holders': people(0, 499) }, expect: 'warn', details: { note: 'close to a limit' } },
    {
      name: '500 not accredited',
      facts: { 'issuer.holders': people(0, 499), 'acquirer.accreditation.status': 'not_accredited' },
      expect: 'warn',
      details: { due: '2027-04-30' },
    },
    {
      name: 'a fiscal year that ended in June: the next one counts',
      facts: { 'issuer.holders': people(1999, 0), 'issuer.fye': '06-30' },
      expect: 'warn',
      details: { due: '2027-10-28' },
    },
    {
      name: 'on the last day of the fiscal year',
      facts: { 'issuer.holders': people(1999, 0), 'issuer.fye': '11-21' },
      expect: 'warn',
      details: { due: '2027-03-21' },
    },
    {
      name: 'the day after it',
      facts: { 'issuer.holders': people(1999, 0), 'issuer.fye': '11-20' },
      expect: 'warn',
      details: { due: '2028-03-19' },
    },
    {
      name: 'a fiscal year that ends with February',
      facts: { 'issuer.holders': people(1999, 0), 'issuer.fye': '02-29' },
      expect: 'warn',
      details: { due: '2027-06-28' },
    },
    { name: '399 not accredited', facts: { 'issuer.holders': people(0, 399) }, expect: 'pass' },
    { name: '400 not accredited', facts: { 'issuer.holders': people(0, 400) }, expect: 'warn' },
    { name: 'a bank counts all holders only', facts: { 'issuer.holders': people(0, 500), 'issuer.bank_holding': true }, expect: 'pass' },
    { name: 'at the issuer’s cap', facts: { 'issuer.holder_cap': 11 }, expect: 'warn' },
    { name: 'above the issuer’s cap', facts: { 'issuer.holder_cap': 10 }, expect: 'fail', details: { holders: 11 } },
    {
      name: 'a holder buys more',
      facts: { 'issuer.holder_cap': 10, 'acquirer.person_id': 'h_0' },
      expect: 'warn',
      details: { holders: 10 },
    },
    { name: 'the seller keeps units', facts: { check: 'transfer', 'from.person_id': 'h_0', 'issuer.holder_cap': 10 }, expect: 'fail' },
    {
      name: 'the seller sells all',
      facts: { check: 'transfer', 'from.person_id': 'h_0', 'issuer.holder_cap': 10, 'deal.quantity': '100' },
      expect: 'warn',
      details: { holders: 10 },
    },
    { name: 'to oneself', facts: { check: 'transfer', 'from.person_id': 'new', 'issuer.holder_cap': 1 }, expect: 'not_applicable' },
    { name: 'debt', facts: { 'offering.security_class': 'debt', 'issuer.holder_cap': 1 }, expect: 'not_applicable' },
    { name: 'Tier 2 relief', facts: { 'issuer.reg_a_relief': 'in_force', 'issuer.holders': people(1999, 0) }, expect: 'pass' },
    {
      name: 'the relief of Tier 2 is none for another offering',
      facts: { 'issuer.reg_a_relief': 'in_force', 'offering.regulation': 'reg_d_506c', 'issuer.holders': people(1999, 0) },
      expect: 'warn',
    },
    {
      name: 'the relief does not lift the issuer’s cap',
      facts: { 'issuer.reg_a_relief': 'in_force', 'issuer.holder_cap': 499, 'issuer.holders': people(499, 0) },
      expect: 'fail',
    },
  ],
})
