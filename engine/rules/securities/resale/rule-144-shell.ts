import { shellOpen } from '../../../calculations/resale.ts'
import { resaleCase } from '../../../cases/transfer.ts'
import { cfr } from '../../../citations.ts'
import { issuerFacts, ownerChanges } from '../../../facts/groups/securities.ts'
import { broken, defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'RULE_144_SHELL',
  version: 1,
  market: 'securities',
  checks: ['transfer'],
  order: 133,
  partOf: 'TRANSFER_ROUTE_RESOLVE',
  byte: 26,
  sentence: 'Rule 144 is closed for an issuer that ever was a shell, until a year after Form 10 information and while it reports.',
  message: 'The issuer is or was a shell: Rule 144 is closed.',
  citation: cfr(17, '230.144', '(i)'),
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: { years: 1 },
  needs: {
    changes: ownerChanges,
    shell: issuerFacts.shell,
    reporting: issuerFacts.reporting,
    reportsCurrent: issuerFacts.reportsCurrent,
    form10At: issuerFacts.form10At,
  },
  applies: (f) => f.changes,
  holds: (f, p, now) => (shellOpen(f, now.day, p.years) ? pass : broken()),
  given: {
    ...resaleCase,
    as_of: '2027-03-02T17:00:00Z',
    'issuer.shell': 'former',
    'issuer.exchange_act_reporting': true,
    'issuer.reports_current': true,
    'issuer.form10_info_at': '2026-03-01',
  },
  goldens: [
    { name: 'never', facts: { 'issuer.shell': 'never', 'issuer.form10_info_at': 'none' }, expect: 'pass' },
    { name: 'former, a year and a day', facts: {}, expect: 'pass' },
    { name: 'former, a year', facts: { as_of: '2027-03-01T17:00:00Z' }, expect: 'fail' },
    { name: 'former, not current', facts: { 'issuer.reports_current': false }, expect: 'fail' },
    { name: 'former, not reporting', facts: { 'issuer.exchange_act_reporting': false }, expect: 'fail' },
    { name: 'current shell', facts: { 'issuer.shell': 'current' }, expect: 'fail' },
    { name: 'not known', facts: { 'issuer.shell': null }, expect: 'needs_info' },
  ],
})
