import { qibState, resaleNeeds } from '../../../calculations/resale.ts'
import { resaleCase } from '../../../cases/transfer.ts'
import { cfr } from '../../../citations.ts'
import { issuerFacts, ownerChanges } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { k } from '../../../facts.ts'
import { dollars } from '../../../money.ts'
import { ask, broken, defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'RULE_144A_QIB',
  version: 1,
  market: 'securities',
  checks: ['transfer'],
  order: 134,
  partOf: 'TRANSFER_ROUTE_RESOLVE',
  byte: 25,
  sentence:
    'A qualified institutional buyer owns or invests 100,000,000 USD of others’ securities (a dealer 10,000,000; a bank with 25,000,000 of net worth), on a figure at most 16 months old.',
  message: {
    fail: 'The buyer is not a qualified institutional buyer, or Rule 144A’s other conditions are not met.',
    needs_info: 'The figure is too old or incomplete.',
  },
  citation: cfr(17, '230.144A', '(a)(1), (d)'),
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: { entity: '100000000', dealer: '10000000', bank_net_worth: '25000000', age_months: 16, age_months_foreign: 18, op: '>=' },
  needs: {
    changes: ownerChanges,
    kind: fact('to.kind', k.oneOf(['natural', 'entity'])),
    qib: resaleNeeds.qib,
    notice144a: resaleNeeds.notice144a,
    fungible: resaleNeeds.fungible,
    reporting: issuerFacts.reporting,
    package144a: resaleNeeds.package144a,
  },
  applies: (f) => f.changes,
  holds: (f, p, now) => {
    if (f.kind === 'natural') return broken()
    const state = qibState(f, now.day, p)
    if (state.state === 'needs_info') return ask({}, { missing: [state.missing ?? 'to.qib'] })
    return state.state === 'pass' ? pass : broken()
  },
  given: {
    ...resaleCase,
    as_of: '2026-11-21T17:00:00Z',
    'to.kind': 'entity',
    'to.qib': { type: 'entity', investments: dollars('100000000'), audited_net_worth: 'none', figure_dated: '2025-07-21', foreign: false },
    'transfer.notice_144a': true,
    'issuer.information_144a': true,
  },
  goldens: [
    { name: '100,000,000, a figure of sixteen months', facts: {}, expect: 'pass' },
    { name: 'a cent less', facts: { 'to.qib.investments.amount': '99999999.99' }, expect: 'fail' },
    { name: 'dealer with 10,000,000', facts: { 'to.qib.type': 'dealer', 'to.qib.investments.amount': '10000000' }, expect: 'pass' },
    { name: 'dealer a cent less', facts: { 'to.qib.type': 'dealer', 'to.qib.investments.amount': '9999999.99' }, expect: 'fail' },
    {
      name: 'bank with 25,000,000 net worth',
      facts: { 'to.qib.type': 'bank', 'to.qib.audited_net_worth': dollars('25000000') },
      expect: 'pass',
    },
    { name: 'bank a cent less', facts: { 'to.qib.type': 'bank', 'to.qib.audited_net_worth': dollars('24999999.99') }, expect: 'fail' },
    { name: 'bank without the figure', facts: { 'to.qib.type': 'bank' }, expect: 'needs_info' },
    { name: 'a day older', facts: { 'to.qib.figure_dated': '2025-07-20' }, expect: 'needs_info' },
    { name: 'foreign, eighteen months', facts: { 'to.qib.figure_dated': '2025-05-21', 'to.qib.foreign': true }, expect: 'pass' },
    { name: 'foreign, a day older', facts: { 'to.qib.figure_dated': '2025-05-20', 'to.qib.foreign': true }, expect: 'needs_info' },
    { name: 'not told', facts: { 'transfer.notice_144a': false }, expect: 'fail' },
    { name: 'listed class', facts: { 'token.fungible_with_listed': true }, expect: 'fail' },
    { name: 'no information', facts: { 'issuer.information_144a': false }, expect: 'fail' },
    {
      name: 'reporting issuer needs none',
      facts: { 'issuer.information_144a': false, 'issuer.exchange_act_reporting': true },
      expect: 'pass',
    },
    { name: 'natural person', facts: { 'to.kind': 'natural' }, expect: 'fail' },
    { name: 'not one', facts: { 'to.qib': 'none' }, expect: 'fail' },
  ],
})
