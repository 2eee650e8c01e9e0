import { eraseNotBefore } from '../../calculations/retention.ts'
import { isoDay } from '../../dates.ts'
import { fact } from '../../facts/vocabulary.ts'
import { ask, broken, defineRule, deny, pass, passWith } from '../../rule.ts'

export default defineRule({
  code: 'RETENTION_ERASE_NOT_BEFORE',
  version: 1,
  market: 'kyc',
  checks: ['monitoring'],
  order: 1690,
  sentence: 'A record is erased only on the day after its last day of keeping, and never under a legal hold.',
  message: { fail: 'The record may be erased from {from}.', needs_info: 'The clock of a record has not started.' },
  citation: {
    label:
      '31 CFR 1010.430(d), 1020.220(a)(3) and its like of others, 501.601; Directive (EU) 2015/849 art 40; Regulation (EU) 2023/1114 art 68(9); SI 2017/692 reg 40',
    url: 'https://www.ecfr.gov/current/title-31/section-1010.430',
  },
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: {},
  needs: {
    erasure: fact('case.erasure'),
  },
  holds: (f, _p, now) => {
    if (f.erasure === null) return pass
    if (f.erasure.legal_hold) return deny({ from: 'the end of the legal hold' })
    const from = eraseNotBefore(f.erasure.records.map((r) => ({ kind: r.kind, from: isoDay(r.from) })))
    if (from === null) return ask({}, { missing: ['case.erasure'] })
    return isoDay(now.day) >= from
      ? passWith({ from })
      : broken({ from }, { changes: [{ say: `from ${from}`, facts: { as_of: `${from}T12:00:00Z` } }] })
  },
  given: { 'case.erasure': { records: [{ kind: 'identity', from: '2021-11-20' }], legal_hold: false } },
  goldens: [
    { name: 'closed 2021-11-20', facts: {}, expect: 'pass', details: { from: '2026-11-21' } },
    { name: 'closed 2021-11-21', facts: { 'case.erasure.records.0.from': '2021-11-21' }, expect: 'fail', details: { from: '2026-11-22' } },
    {
      name: 'rejected transfer of 2026-11-20',
      facts: { 'case.erasure.records': [{ kind: 'sanctions', from: '2026-11-20' }] },
      expect: 'fail',
      details: { from: '2036-11-21' },
    },
    {
      name: 'closed on a leap day',
      facts: { 'case.erasure.records.0.from': '2024-02-29' },
      expect: 'fail',
      details: { from: '2029-03-01' },
    },
    {
      name: 'the longest class decides',
      facts: {
        'case.erasure.records': [
          { kind: 'identity', from: '2020-01-01' },
          { kind: 'transfer', from: '2024-01-01' },
        ],
      },
      expect: 'fail',
      details: { from: '2029-01-02' },
    },
    { name: 'legal hold', facts: { 'case.erasure.legal_hold': true }, expect: 'fail' },
    { name: 'no records named', facts: { 'case.erasure.records': [] }, expect: 'needs_info' },
    { name: 'nothing asked', facts: { 'case.erasure': 'none' }, expect: 'pass' },
    { name: 'unknown', facts: { 'case.erasure': null }, expect: 'needs_info' },
  ],
})
