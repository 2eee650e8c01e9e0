import { DEFI_CASE, POOL } from '../../cases/defi.ts'
import { action, leaving, pool } from '../../facts/groups/defi.ts'
import { ask, broken, defineRule, pass } from '../../rule.ts'

export default defineRule({
  code: 'DEFI_YIELD_PAYMENT_STABLECOIN',
  version: 1,
  market: 'defi',
  checks: ['defi.access'],
  order: 1421,
  sentence: 'Yield on a payment stablecoin does not come from its issuer.',
  message: { fail: 'The issuer funds the yield.', needs_info: 'Who funds the yield is needed.' },
  citation: {
    label: 'Pub. L. 119-27 sec. 4(a)(11); Regulation (EU) 2023/1114 art 50',
    url: 'https://eur-lex.europa.eu/eli/reg/2023/1114/oj',
  },
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'block',
  byte: 25,
  codes: { fail: 38, needs_info: 45 },
  params: {},
  needs: { action, pool },
  applies: (f) => !leaving(f.action) && f.pool !== null && f.pool.stablecoin,
  holds: (f) => {
    if (f.pool?.payer === 'issuer') return broken()
    return f.pool?.payer === 'unknown' ? ask({}, { missing: ['defi.pool.payer'] }) : pass
  },
  given: { ...DEFI_CASE, 'defi.action': 'supply', 'defi.pool': POOL, 'defi.pool.stablecoin': true },
  goldens: [
    { name: 'interest of borrowers', facts: {}, expect: 'pass' },
    { name: 'funded by the issuer', facts: { 'defi.pool.payer': 'issuer' }, expect: 'fail' },
    { name: 'unknown', facts: { 'defi.pool.payer': 'unknown' }, expect: 'needs_info' },
    { name: 'not a stablecoin', facts: { 'defi.pool.stablecoin': false, 'defi.pool.payer': 'issuer' }, expect: 'not_applicable' },
  ],
})
