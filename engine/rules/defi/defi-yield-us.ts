import { DEFI_CASE, POOL } from '../../cases/defi.ts'
import { isoInstant } from '../../dates.ts'
import { leaving, level, pool } from '../../facts/groups/defi.ts'
import { broken, defineRule, deny, pass } from '../../rule.ts'

export default defineRule({
  code: 'DEFI_YIELD_US',
  version: 1,
  market: 'defi',
  checks: ['defi.access'],
  order: 1420,
  sentence: 'Passive yield from pooled or managed assets reaches United States persons only by a securities route.',
  message: {
    review: 'Yield from pooled or managed assets for a United States person has no securities route.',
    fail: 'The route of this pool needs an accredited investor.',
  },
  citation: { label: 'Securities Act 2(a)(1); BlockFi order of 2022-02-14', url: 'https://www.sec.gov/newsroom/press-releases/2022-26' },
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'hold',
  byte: 25,
  codes: { review: 250 },
  params: {},
  needs: { action: level.action, us: level.us, until: level.accreditedUntil, institution: level.institution, pool },
  applies: (f) => !leaving(f.action) && f.pool !== null && (f.pool.pooled || f.pool.managed) && f.us,
  holds: (f, _p, now) => {
    const route = f.pool?.us_route
    if (route === 'registered' || route === 'exempt_opinion') return pass
    if (route !== 'reg_d_506c') return broken()
    return f.institution || (f.until !== null && now.ms < f.until)
      ? pass
      : deny(
          {},
          { changes: [{ say: 'with a live accreditation', facts: { 'defi.accredited_until': isoInstant(now.ms + 90 * 86_400_000) } }] },
        )
  },
  given: { ...DEFI_CASE, 'defi.action': 'supply', 'subject.us_person': true, 'defi.pool': POOL },
  goldens: [
    { name: 'managed, no route', facts: {}, expect: 'review' },
    {
      name: '506(c), accredited',
      facts: { 'defi.pool.us_route': 'reg_d_506c', 'defi.accredited_until': '2027-01-01T00:00:00Z' },
      expect: 'pass',
    },
    { name: '506(c), not accredited', facts: { 'defi.pool.us_route': 'reg_d_506c' }, expect: 'fail' },
    {
      name: '506(c), accreditation over',
      facts: { 'defi.pool.us_route': 'reg_d_506c', 'defi.accredited_until': '2026-11-21T17:00:00Z' },
      expect: 'fail',
    },
    { name: 'registered', facts: { 'defi.pool.us_route': 'registered' }, expect: 'pass' },
    { name: 'Germany', facts: { 'subject.us_person': false }, expect: 'not_applicable' },
    { name: 'neither pooled nor managed', facts: { 'defi.pool.pooled': false, 'defi.pool.managed': false }, expect: 'not_applicable' },
    { name: 'withdraw', facts: { 'defi.action': 'withdraw' }, expect: 'not_applicable' },
    { name: 'no pool', facts: { 'defi.pool': 'none' }, expect: 'not_applicable' },
    { name: 'unknown', facts: { 'defi.pool': null }, expect: 'needs_info' },
  ],
})
