import { lotsFact, lotsMoved, lotsUsed } from '../../../calculations/lots.ts'
import { holdingOf, isAffiliate, shellOpen } from '../../../calculations/resale.ts'
import { lot, resaleCase } from '../../../cases/transfer.ts'
import { cfr } from '../../../citations.ts'
import { addMonths } from '../../../dates.ts'
import { issuerFacts, ownerChanges, senderFacts } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { broken, defineRule, passWith } from '../../../rule.ts'

/** As `RULE_144_SHELL` has it: so long after Form 10 information, in years. */
const SHELL_YEARS = 1

export default defineRule({
  code: 'RULE_144_NON_AFFILIATE_FREE',
  version: 1,
  market: 'securities',
  checks: ['transfer'],
  order: 133,
  partOf: 'TRANSFER_ROUTE_RESOLVE',
  sentence:
    'A non-affiliate who has held for a year sells without any other condition, and the legend comes off, unless the issuer is or was a shell for which Rule 144 is closed.',
  message: { info: 'The year is not over.', shell: 'The issuer is or was a shell: Rule 144 is closed, and the legend stays.' },
  citation: cfr(17, '230.144', '(b)(1), (i)'),
  certainty: 'V',
  in_force_from: '2025-01-01',
  severity: 'info',
  params: { months: 12 },
  needs: {
    changes: ownerChanges,
    lots: lotsFact,
    named: fact('transfer.lot_ids'),
    quantity: fact('transfer.quantity'),
    affiliate: senderFacts.affiliate,
    affiliateLately: senderFacts.affiliateLately,
    shell: issuerFacts.shell,
    reporting: issuerFacts.reporting,
    reportsCurrent: issuerFacts.reportsCurrent,
    form10At: issuerFacts.form10At,
  },
  applies: (f) => f.changes && !isAffiliate(f),
  holds: (f, p, now) => {
    if (!shellOpen(f, now.day, SHELL_YEARS)) return broken(undefined, { wording: 'shell' })
    const lots = lotsMoved(f.lots, f.named)
    const used = lotsUsed(lots, f.quantity)
    return used.length > 0 && used.every(({ lot }) => now.day > addMonths(holdingOf(lot), p.months))
      ? passWith({ remove_legend: 'L1' })
      : broken()
  },
  given: { ...resaleCase, as_of: '2027-01-16T17:00:00Z' },
  goldens: [
    { name: 'the day after the anniversary', facts: {}, expect: 'pass', details: { remove_legend: 'L1' } },
    { name: 'a shell', facts: { 'issuer.shell': 'current' }, expect: 'info' },
    {
      name: 'once a shell, with Form 10 information of a year ago, and not current',
      facts: { 'issuer.shell': 'former', 'issuer.exchange_act_reporting': true, 'issuer.form10_info_at': '2025-06-01' },
      expect: 'info',
    },
    {
      name: 'once a shell, current since',
      facts: {
        'issuer.shell': 'former',
        'issuer.exchange_act_reporting': true,
        'issuer.reports_current': true,
        'issuer.form10_info_at': '2025-06-01',
      },
      expect: 'pass',
    },
    { name: 'not known whether it was a shell', facts: { 'issuer.shell': null }, expect: 'needs_info' },
    { name: 'the anniversary', facts: { as_of: '2027-01-15T17:00:00Z' }, expect: 'info' },
    {
      name: 'a lot of one month by its name, beside an old one',
      facts: { 'from.lots': [lot('old', '1000', '2025-01-15'), lot('young', '1000', '2026-12-15')], 'transfer.lot_ids': ['young'] },
      expect: 'info',
    },
    {
      name: 'the old lot by its name',
      facts: { 'from.lots': [lot('young', '1000', '2026-12-15'), lot('old', '1000', '2025-01-15')], 'transfer.lot_ids': ['old'] },
      expect: 'pass',
    },
    { name: 'affiliate until two months ago', facts: { 'from.affiliate_last_3_months': true }, expect: 'not_applicable' },
    { name: 'affiliate', facts: { 'from.affiliate_of_issuer': true }, expect: 'not_applicable' },
    { name: 'to oneself', facts: { 'to.person_id': 'per_a' }, expect: 'not_applicable' },
  ],
})
