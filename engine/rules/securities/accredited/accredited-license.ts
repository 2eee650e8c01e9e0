import { cfr } from '../../../citations.ts'
import { accreditationBasis } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { ask, broken, defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'ACCREDITED_LICENSE',
  version: 1,
  market: 'securities',
  checks: ['investor.verify'],
  order: 312,
  sentence: 'A natural person holds a Series 7, 65 or 82 licence in good standing, looked up in the last 30 days.',
  message: { fail: 'The licence does not qualify.', needs_info: 'The licence has to be looked up again.' },
  citation: cfr(17, '230.501', '(a)(10)'),
  certainty: 'V',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: { series: ['7', '65', '82'], lookup_days: 30 },
  needs: {
    basis: accreditationBasis,
    kind: fact('investor.kind'),
    licence: fact('investor.license'),
  },
  applies: (f) => f.basis === 'license',
  holds: (f, p, now) => {
    // A test for people: a company has tests of its own.
    if (f.kind !== 'natural') return broken()
    if (!p.series.includes(f.licence.series) || !f.licence.good_standing) return broken()
    const age = now.day - f.licence.checked_at
    return age >= 0 && age <= p.lookup_days ? pass : ask({}, { missing: ['investor.license.checked_at'] })
  },
  given: {
    'investor.kind': 'natural',
    'investor.accreditation.basis': 'license',
    'investor.license': { series: '65', good_standing: true, crd: '1234567', checked_at: '2026-10-22' },
  },
  goldens: [
    { name: 'a company', facts: { 'investor.kind': 'entity' }, expect: 'fail' },
    { name: 'Series 65, looked up 30 days ago', facts: {}, expect: 'pass' },
    { name: 'Series 7', facts: { 'investor.license.series': '7' }, expect: 'pass' },
    { name: 'Series 82', facts: { 'investor.license.series': '82' }, expect: 'pass' },
    { name: 'Series 63', facts: { 'investor.license.series': '63' }, expect: 'fail' },
    { name: 'lapsed', facts: { 'investor.license.series': '7', 'investor.license.good_standing': false }, expect: 'fail' },
    { name: 'looked up 31 days ago', facts: { 'investor.license.checked_at': '2026-10-21' }, expect: 'needs_info' },
  ],
})
