import { eraseNotBefore } from '../../calculations/retention.ts'
import { isoDay } from '../../dates.ts'
import { fact } from '../../facts/vocabulary.ts'
import { ask, broken, defineRule, pass, passWith } from '../../rule.ts'
import { MOST_UNTIL, MOST_YEARS } from '../../tables/retention.ts'

export default defineRule({
  code: 'OWN_RETENTION',
  version: 1,
  market: 'kyc',
  checks: ['monitoring'],
  order: 1691,
  sentence:
    'What a law has kept of a person is kept at least for the organisation’s own years, never fewer than the law’s, and no more than it lets.',
  message: {
    fail: 'Your organisation keeps what a law has kept for {years} years: the record may be erased from {from}.',
    needs_info: 'The clock of a record has not started.',
  },
  citation: {
    label:
      'Setting of the organisation; Directive (EU) 2015/849 art 40(1), from 2027-07-10 Regulation (EU) 2024/1624 art 77(3); Regulation (EU) 2023/1114 art 68(9); SI 2017/692 reg 40(5)',
    url: null,
  },
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: { most: MOST_YEARS, most_until: MOST_UNTIL },
  needs: { years: fact('tenant.retention_years'), erasure: fact('case.erasure') },
  applies: (f) => f.erasure !== null && f.years !== null,
  holds: (f, p, now) => {
    const records = f.erasure!.records.map((r) => ({ kind: r.kind, from: isoDay(r.from) }))
    // Rulesets until 2026.11.7 know no most, those until 2026.11.9 no day of its end, and are replayed as they were.
    const from = eraseNotBefore(records, f.years!, { years: p.most ?? undefined, until: p.most_until ?? undefined })
    // Under a legal hold nothing need be kept besides.
    if (from === null) return f.erasure!.legal_hold ? pass : ask({}, { missing: ['case.erasure'] })
    const said = { years: f.years!, from }
    return isoDay(now.day) >= from
      ? passWith(said)
      : broken(said, { changes: [{ say: `from ${from}`, facts: { as_of: `${from}T12:00:00Z` } }] })
  },
  given: {
    'tenant.retention_years': 10,
    'case.erasure': { records: [{ kind: 'identity', from: '2016-11-20' }], legal_hold: false },
  },
  goldens: [
    { name: 'the day after ten years', facts: {}, expect: 'pass', details: { years: 10, from: '2026-11-21' } },
    {
      name: 'the last day of ten years',
      facts: { 'case.erasure.records.0.from': '2016-11-21' },
      expect: 'fail',
      details: { years: 10, from: '2026-11-22' },
    },
    {
      name: 'the law keeps for longer',
      facts: { 'tenant.retention_years': 6, 'case.erasure.records': [{ kind: 'sanctions', from: '2020-12-01' }] },
      expect: 'fail',
      details: { from: '2030-12-02' },
    },
    {
      name: 'begun on a leap day',
      facts: { 'tenant.retention_years': 7, 'case.erasure.records.0.from': '2020-02-29' },
      expect: 'fail',
      details: { from: '2027-03-01' },
    },
    {
      name: 'the law of the Union lets nobody keep for thirty years',
      facts: { 'tenant.retention_years': 30, 'case.erasure.records.0.kind': 'eu' },
      expect: 'pass',
      details: { from: '2026-11-21' },
    },
    {
      name: 'the last of its ten years',
      facts: { 'tenant.retention_years': 30, 'case.erasure.records': [{ kind: 'eu', from: '2016-11-21' }] },
      expect: 'fail',
      details: { from: '2026-11-22' },
    },
    {
      name: 'the Regulation has it deleted after five years, from its day on',
      facts: { 'case.erasure.records': [{ kind: 'eu', from: '2020-01-01' }] },
      expect: 'fail',
      details: { from: '2027-07-10' },
    },
    {
      name: 'the same, by a ruleset until 2026.11.9',
      facts: { 'case.erasure.records': [{ kind: 'eu', from: '2020-01-01' }] },
      params: { most_until: null },
      expect: 'fail',
      details: { from: '2030-01-02' },
    },
    {
      name: 'whose five years end under the Regulation',
      facts: { 'case.erasure.records': [{ kind: 'eu', from: '2024-01-01' }] },
      expect: 'fail',
      details: { from: '2029-01-02' },
    },
    {
      name: 'a record of a service with crypto-assets: seven years at most',
      facts: { 'case.erasure.records': [{ kind: 'mica', from: '2024-12-30' }] },
      expect: 'fail',
      details: { from: '2031-12-31' },
    },
    {
      name: 'the United Kingdom has it deleted after five years',
      facts: { 'case.erasure.records': [{ kind: 'uk', from: '2021-11-20' }] },
      expect: 'pass',
      details: { from: '2026-11-21' },
    },
    { name: 'nothing is said', facts: { 'tenant.retention_years': 'none' }, expect: 'not_applicable' },
    { name: 'nothing asked', facts: { 'case.erasure': 'none', 'tenant.retention_years': null }, expect: 'not_applicable' },
    { name: 'a legal hold alone', facts: { 'case.erasure': { records: [], legal_hold: true } }, expect: 'pass' },
    { name: 'no records named', facts: { 'case.erasure.records': [] }, expect: 'needs_info' },
    { name: 'years unknown', facts: { 'tenant.retention_years': null }, expect: 'needs_info' },
    { name: 'unknown what is erased', facts: { 'case.erasure': null }, expect: 'needs_info' },
  ],
})
