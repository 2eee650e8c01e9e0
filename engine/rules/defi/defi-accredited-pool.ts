import { DEFI_CASE, POOL } from '../../cases/defi.ts'
import { leaving, level, pool } from '../../facts/groups/defi.ts'
import { broken, defineRule, deny, pass } from '../../rule.ts'

export default defineRule({
  code: 'DEFI_ACCREDITED_POOL',
  version: 1,
  market: 'defi',
  checks: ['defi.access'],
  order: 1424,
  sentence: 'A pool for accredited investors takes only those whose accreditation is live, up to its cap of owners.',
  message: { needs_info: 'A live accreditation is needed.', fail: 'The pool has reached its cap of {cap} owners.' },
  citation: {
    label: 'Investment Company Act 3(c)(1), 3(c)(7); Exchange Act 12(g)',
    url: 'https://www.law.cornell.edu/uscode/text/15/80a-3',
  },
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'ask',
  byte: 27,
  codes: { needs_info: 25 },
  params: { cap_3c1: 100, cap_3c7: 1_999 },
  needs: { action: level.action, until: level.accreditedUntil, institution: level.institution, pool },
  applies: (f) => !leaving(f.action) && f.pool !== null && f.pool.accredited_only,
  holds: (f, p, now) => {
    const x = f.pool!
    const cap = x.exemption === '3c1' ? p.cap_3c1 : x.exemption === '3c7' ? p.cap_3c7 : null
    if (cap !== null && !x.already_holder && x.holders + 1 > cap) return deny({ cap })
    return f.institution || (f.until !== null && now.ms < f.until) ? pass : broken({}, { missing: ['defi.accredited_until'] })
  },
  given: {
    ...DEFI_CASE,
    'defi.action': 'supply',
    'defi.accredited_until': '2027-01-01T00:00:00Z',
    'defi.pool': POOL,
    'defi.pool.accredited_only': true,
    'defi.pool.exemption': '3c1',
    'defi.pool.holders': 99,
  },
  goldens: [
    { name: '99 and one new', facts: {}, expect: 'pass' },
    { name: '100 and one new', facts: { 'defi.pool.holders': 100 }, expect: 'fail' },
    { name: '100 and one of them buys more', facts: { 'defi.pool.holders': 100, 'defi.pool.already_holder': true }, expect: 'pass' },
    { name: '3(c)(7), 1,998 and one new', facts: { 'defi.pool.exemption': '3c7', 'defi.pool.holders': 1_998 }, expect: 'pass' },
    { name: '3(c)(7), 1,999 and one new', facts: { 'defi.pool.exemption': '3c7', 'defi.pool.holders': 1_999 }, expect: 'fail' },
    { name: 'expired yesterday', facts: { 'defi.accredited_until': '2026-11-20T17:00:00Z' }, expect: 'needs_info' },
    { name: 'never accredited', facts: { 'defi.accredited_until': 'none' }, expect: 'needs_info' },
    { name: 'open to all', facts: { 'defi.pool.accredited_only': false }, expect: 'not_applicable' },
  ],
})
