import { eraseNotBefore } from '../../calculations/retention.ts'
import { addMonths, isoDay } from '../../dates.ts'
import { fact } from '../../facts/vocabulary.ts'
import { broken, defineRule, pass } from '../../rule.ts'

export default defineRule({
  code: 'ERASURE_LIMITED',
  version: 1,
  market: 'credential',
  checks: ['monitoring'],
  order: 1690,
  sentence: 'An erasure request is answered in time; records under a legal duty are restricted and erased when the duty ends.',
  message: {
    info: 'Answer by {due}; records under a duty stay restricted until {restricted_until}.',
    nothing_kept: 'Answer by {due}; nothing is kept under a duty.',
  },
  citation: {
    label: 'Regulation (EU) 2016/679 art 12(3), 17(3)(b); Cal. Civ. Code 1798.105(d)(8), 1798.130',
    url: 'https://eur-lex.europa.eu/eli/reg/2016/679/oj',
  },
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'info',
  params: { gdpr_months: 1, ccpa_days: 45 },
  needs: {
    request: fact('case.erasure_request'),
  },
  holds: (f, p, now) => {
    const r = f.request
    if (r === null) return pass
    const due = isoDay(r.law === 'gdpr' ? addMonths(r.asked_on, p.gdpr_months) : r.asked_on + p.ccpa_days)
    const until = eraseNotBefore(r.records.map((x) => ({ kind: x.kind, from: isoDay(x.from) })))
    const restricted = until !== null && until > isoDay(now.day)
    return restricted ? broken({ due, restricted_until: until }) : broken({ due, restricted_until: 'now' }, { wording: 'nothing_kept' })
  },
  given: { 'case.erasure_request': { law: 'gdpr', asked_on: '2026-11-21', records: [{ kind: 'identity', from: '2022-01-01' }] } },
  goldens: [
    { name: 'GDPR', facts: {}, expect: 'info', details: { due: '2026-12-21', restricted_until: '2027-01-02' } },
    { name: 'CCPA', facts: { 'case.erasure_request.law': 'ccpa' }, expect: 'info', details: { due: '2027-01-05' } },
    { name: 'nothing under a duty', facts: { 'case.erasure_request.records': [] }, expect: 'info', details: { restricted_until: 'now' } },
    {
      name: 'the duty is over',
      facts: { 'case.erasure_request.records.0.from': '2020-01-01' },
      expect: 'info',
      details: { restricted_until: 'now' },
    },
    {
      name: 'asked on the last day of January',
      facts: { as_of: '2027-01-31T17:00:00Z', 'case.erasure_request.asked_on': '2027-01-31' },
      expect: 'info',
      details: { due: '2027-02-28' },
    },
    { name: 'nobody asked', facts: { 'case.erasure_request': 'none' }, expect: 'pass' },
    { name: 'unknown', facts: { 'case.erasure_request': null }, expect: 'needs_info' },
  ],
})
