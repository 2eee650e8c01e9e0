import { cfr } from '../../../citations.ts'
import { accreditationBasis } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { dollars, formatMicro, meets, micro } from '../../../money.ts'
import { ask, broken, defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'ACCREDITED_NET_WORTH',
  version: 1,
  market: 'securities',
  checks: ['investor.verify'],
  order: 311,
  sentence:
    'A natural person has a net worth above 1,000,000 USD, alone or with a spouse or spousal equivalent, without the primary residence.',
  message: {
    fail: 'The net worth without the home is {net_worth} USD.',
    needs_info: 'A company is accredited by a test for companies, not by this one.',
  },
  citation: cfr(17, '230.501', '(a)(5)'),
  certainty: 'V',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: { threshold: '1000000', op: '>' },
  needs: {
    basis: accreditationBasis,
    kind: fact('investor.kind'),
    assets: fact('investor.net_worth.assets_without_home'),
    liabilities: fact('investor.net_worth.liabilities_without_mortgage'),
    home: fact('investor.net_worth.home_value'),
    mortgage: fact('investor.net_worth.mortgage'),
    lately: fact('investor.net_worth.mortgage_added_60_days'),
  },
  applies: (f) => f.basis === 'net_worth',
  holds: (f, p) => {
    // A test for people: a company has tests of its own.
    if (f.kind !== 'natural') return ask({}, { missing: ['investor.accreditation.basis'] })
    // The mortgage counts only above the value of the home, and where it was drawn in the last 60 days other than to buy it.
    const excess = f.mortgage > f.home ? f.mortgage - f.home : 0n
    const counted = excess > f.lately ? excess : f.lately
    const worth = f.assets - f.liabilities - counted
    return meets(worth, p.op, micro(p.threshold)) ? pass : broken({ net_worth: formatMicro(worth) })
  },
  given: {
    'investor.kind': 'natural',
    'investor.accreditation.basis': 'net_worth',
    'investor.net_worth.assets_without_home': dollars('1000000.01'),
    'investor.net_worth.liabilities_without_mortgage': dollars('0'),
    'investor.net_worth.home_value': dollars('500000'),
    'investor.net_worth.mortgage': dollars('400000'),
    'investor.net_worth.mortgage_added_60_days': dollars('0'),
  },
  goldens: [
    { name: 'a company', facts: { 'investor.kind': 'entity' }, expect: 'needs_info' },
    { name: 'a cent above', facts: {}, expect: 'pass' },
    { name: 'exactly a million', facts: { 'investor.net_worth.assets_without_home.amount': '1000000' }, expect: 'fail' },
    {
      name: 'drawn on the home in the last 60 days',
      facts: { 'investor.net_worth.assets_without_home.amount': '1050000', 'investor.net_worth.mortgage_added_60_days.amount': '60000' },
      expect: 'fail',
      details: { net_worth: '990000.00' },
    },
    { name: 'mortgage above the value of the home', facts: { 'investor.net_worth.mortgage.amount': '500000.02' }, expect: 'fail' },
    { name: 'other debts', facts: { 'investor.net_worth.liabilities_without_mortgage.amount': '1' }, expect: 'fail' },
    { name: 'another basis', facts: { 'investor.accreditation.basis': 'income' }, expect: 'not_applicable' },
  ],
})
