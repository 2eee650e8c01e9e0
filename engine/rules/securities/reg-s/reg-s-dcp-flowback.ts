import { lotsFact } from '../../../calculations/lots.ts'
import { compliance, resale } from '../../../calculations/resale.ts'
import { regSResaleCase } from '../../../cases/transfer.ts'
import { cfr } from '../../../citations.ts'
import { isoDay } from '../../../dates.ts'
import { buyerIsUs, offeringFacts, ownerChanges, reportingIssuer } from '../../../facts/groups/securities.ts'
import { dollars } from '../../../money.ts'
import { broken, defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'REG_S_DCP_FLOWBACK',
  version: 1,
  market: 'securities',
  checks: ['transfer'],
  order: 140,
  byte: 26,
  sentence:
    'Until the distribution compliance period ends, a Regulation S lot goes to a US person only by registration, Rule 144A or a private exemption.',
  message: {
    fail: 'The distribution compliance period runs until {last}; a US person may buy from {free_on}.',
    review: 'Counsel’s opinion has to be judged by a person.',
  },
  citation: cfr(17, '230.903', '(b)(2)(ii), (b)(3)(iii)(A)'),
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: {
    days: 40,
    reporting_months: 6,
    other_months: 12,
    routes: ['RULE_144A_QIB', 'SEC_4A7_PRIVATE_RESALE', 'SEC_4A1H_OPINION', 'REGISTERED_OR_ISSUER'],
  },
  needs: {
    changes: ownerChanges,
    lots: lotsFact,
    toUs: buyerIsUs,
    category: offeringFacts.category,
    securityClass: offeringFacts.securityClass,
    reportingIssuer,
    commencedAt: offeringFacts.commencedAt,
    closingAt: offeringFacts.closingAt,
    resale,
  },
  applies: (f) => f.changes && f.toUs && f.lots.some((lot) => lot.acquired_under === 'reg_s'),
  holds: (f, p, now) => {
    const last = compliance(f, () => p)
    if (last === null || now.day > last) return pass
    for (const lot of f.resale.lots) {
      if (lot.lot.acquired_under !== 'reg_s') continue
      const allowed = lot.route !== null && p.routes.includes(lot.route)
      if (allowed && (lot.state === 'pass' || lot.state === 'review')) continue
      const free_on = isoDay(last + 1)
      return broken({ last: isoDay(last), free_on }, { changes: [{ say: `from ${free_on}`, facts: { as_of: `${free_on}T17:00:00Z` } }] })
    }
    return pass
  },
  given: {
    ...regSResaleCase,
    as_of: '2026-04-19T17:00:00Z',
    'offering.reg_s_category': '2',
    'to.us_person': true,
    'to.residence': 'US',
    'transfer.to_location_at_order': 'US',
  },
  goldens: [
    { name: 'category 2, day 40', facts: {}, expect: 'fail', details: { free_on: '2026-04-20' } },
    { name: 'category 2, day 41', facts: { as_of: '2026-04-20T17:00:00Z' }, expect: 'pass' },
    {
      name: 'category 3, not reporting, a year',
      facts: { as_of: '2027-03-10T17:00:00Z', 'offering.reg_s_category': '3' },
      expect: 'fail',
      details: { free_on: '2027-03-11' },
    },
    {
      name: 'category 3, not reporting, a year and a day',
      facts: { as_of: '2027-03-11T17:00:00Z', 'offering.reg_s_category': '3' },
      expect: 'pass',
    },
    {
      name: 'category 3, reporting, six months',
      facts: {
        as_of: '2026-09-10T17:00:00Z',
        'offering.reg_s_category': '3',
        'issuer.exchange_act_reporting': true,
        'issuer.reporting_since': '2020-01-01',
        'issuer.reports_current': true,
      },
      expect: 'fail',
      details: { free_on: '2026-09-11' },
    },
    {
      name: 'category 3, reporting but behind with its reports',
      facts: {
        as_of: '2026-09-11T17:00:00Z',
        'offering.reg_s_category': '3',
        'issuer.exchange_act_reporting': true,
        'issuer.reporting_since': '2020-01-01',
        'issuer.reports_current': false,
      },
      expect: 'fail',
    },
    {
      name: 'category 3 debt, day 40',
      facts: { 'offering.reg_s_category': '3', 'offering.security_class': 'debt' },
      expect: 'fail',
      details: { free_on: '2026-04-20' },
    },
    { name: 'category 1', facts: { 'offering.reg_s_category': '1' }, expect: 'pass' },
    {
      name: 'accredited buyer, private resale',
      facts: { 'to.accreditation.status': 'accredited', 'transfer.sec_4a7.class_outstanding_since': '2026-01-02' },
      expect: 'pass',
    },
    {
      name: 'qualified institutional buyer',
      facts: {
        'to.kind': 'entity',
        'to.qib': {
          type: 'entity',
          investments: dollars('100000000'),
          audited_net_worth: 'none',
          figure_dated: '2026-01-01',
          foreign: false,
        },
        'transfer.notice_144a': true,
        'issuer.information_144a': true,
      },
      expect: 'pass',
    },
    { name: 'registered resale', facts: { 'transfer.registration_effective_at': '2026-04-01T00:00:00Z' }, expect: 'pass' },
    { name: 'counsel’s opinion', facts: { 'transfer.opinion_hash': 'd'.repeat(64) }, expect: 'pass' },
    { name: 'a buyer who lives in the United States and says not to be a US person', facts: { 'to.us_person': false }, expect: 'fail' },
    { name: 'buyer abroad', facts: { 'to.us_person': false, 'to.residence': 'FR' }, expect: 'not_applicable' },
    { name: 'closing not known', facts: { 'offering.closing_at': 'none' }, expect: 'needs_info' },
  ],
})
