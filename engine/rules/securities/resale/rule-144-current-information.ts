import { lotsFact, lotsMoved, lotsUsed } from '../../../calculations/lots.ts'
import { informationOpen } from '../../../calculations/resale.ts'
import { lot, resaleCase } from '../../../cases/transfer.ts'
import { cfr } from '../../../citations.ts'
import { issuerFacts, ownerChanges, senderFacts } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { broken, defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'RULE_144_CURRENT_INFORMATION',
  version: 1,
  market: 'securities',
  checks: ['transfer'],
  order: 133,
  partOf: 'TRANSFER_ROUTE_RESOLVE',
  byte: 26,
  sentence: 'Current public information is needed by a non-affiliate until the year is over, and by an affiliate always.',
  message: 'The issuer’s public information is not current.',
  citation: cfr(17, '230.144', '(c), (b)(1)'),
  certainty: 'V',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: { months: 12 },
  needs: {
    changes: ownerChanges,
    lots: lotsFact,
    named: fact('transfer.lot_ids'),
    quantity: fact('transfer.quantity'),
    reporting: issuerFacts.reporting,
    reportingSince: issuerFacts.reportingSince,
    reportsCurrent: issuerFacts.reportsCurrent,
    publicInformation: issuerFacts.publicInformation,
    affiliate: senderFacts.affiliate,
    affiliateLately: senderFacts.affiliateLately,
  },
  applies: (f) => f.changes,
  holds: (f, p, now) =>
    lotsUsed(lotsMoved(f.lots, f.named), f.quantity).every(({ lot }) => informationOpen(lot, f, now.day, p.months).state === 'pass')
      ? pass
      : broken(),
  given: {
    ...resaleCase,
    as_of: '2026-08-01T17:00:00Z',
    'issuer.exchange_act_reporting': true,
    'issuer.reporting_since': '2020-01-01',
    'issuer.reports_current': true,
  },
  goldens: [
    { name: 'non-affiliate in month 7, current', facts: {}, expect: 'pass' },
    { name: 'non-affiliate in month 7, not current', facts: { 'issuer.reports_current': false }, expect: 'fail' },
    { name: 'a year, not current', facts: { as_of: '2027-01-15T17:00:00Z', 'issuer.reports_current': false }, expect: 'fail' },
    { name: 'a year and a day, not current', facts: { as_of: '2027-01-16T17:00:00Z', 'issuer.reports_current': false }, expect: 'pass' },
    {
      name: 'affiliate in year 3, not current',
      facts: { as_of: '2029-01-16T17:00:00Z', 'from.affiliate_of_issuer': true, 'issuer.reports_current': false },
      expect: 'fail',
    },
    {
      name: 'affiliate until lately',
      facts: { as_of: '2029-01-16T17:00:00Z', 'from.affiliate_last_3_months': true, 'issuer.reports_current': false },
      expect: 'fail',
    },
    {
      name: 'affiliate, the issuer reporting for 89 days',
      facts: { as_of: '2026-08-01T17:00:00Z', 'from.affiliate_of_issuer': true, 'issuer.reporting_since': '2026-05-04' },
      expect: 'fail',
    },
    {
      name: 'affiliate, the issuer reporting for 90 days',
      facts: { as_of: '2026-08-01T17:00:00Z', 'from.affiliate_of_issuer': true, 'issuer.reporting_since': '2026-05-03' },
      expect: 'pass',
    },
    {
      name: 'the younger lot by its name, not current',
      facts: {
        'from.lots': [lot('old', '1000', '2025-01-15'), lot('young', '1000', '2026-01-15')],
        'transfer.lot_ids': ['young'],
        'issuer.reports_current': false,
      },
      expect: 'fail',
    },
    {
      name: 'affiliate of a non-reporting issuer with public information',
      facts: {
        as_of: '2029-01-16T17:00:00Z',
        'from.affiliate_of_issuer': true,
        'issuer.exchange_act_reporting': false,
        'issuer.public_information': true,
      },
      expect: 'pass',
    },
    {
      name: 'affiliate of a non-reporting issuer without',
      facts: { as_of: '2029-01-16T17:00:00Z', 'from.affiliate_of_issuer': true, 'issuer.exchange_act_reporting': false },
      expect: 'fail',
    },
  ],
})
