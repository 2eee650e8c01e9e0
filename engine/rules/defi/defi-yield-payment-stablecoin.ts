import { DEFI_CASE, POOL } from '../../cases/defi.ts'
import { action, leaving, pool } from '../../facts/groups/defi.ts'
import { underGenius } from '../../facts/groups/token.ts'
import { fact } from '../../facts/vocabulary.ts'
import { ask, broken, defineRule, pass, review } from '../../rule.ts'

/** Who publishes statements on a coin keeps the act early; of a pool nobody says whose coin it holds. */
const LATE = { early: false }

export default defineRule({
  code: 'DEFI_YIELD_PAYMENT_STABLECOIN',
  version: 1,
  market: 'defi',
  checks: ['defi.access'],
  order: 1421,
  sentence: 'Yield on a payment stablecoin does not come from its issuer, nor in the European Union from a service provider.',
  message: {
    fail: 'Who funds the yield may pay none on this coin.',
    review: 'Yield that a service provider funds on a payment stablecoin is an open question.',
    needs_info: 'Who funds the yield is needed.',
    info: 'From {in_force_from} the issuer may pay nothing for holding the coin.',
  },
  citation: {
    label: 'Pub. L. 119-27 sec. 4(a)(11); Regulation (EU) 2023/1114 art 40, 50',
    url: 'https://eur-lex.europa.eu/eli/reg/2023/1114/oj',
  },
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'block',
  byte: 25,
  codes: { fail: 38, needs_info: 45, review: 250 },
  params: { in_force: '2027-01-18' },
  needs: { action, pool, frameworks: fact('defi.coin_frameworks') },
  applies: (f) => !leaving(f.action) && f.pool !== null && f.pool.stablecoin,
  holds: (f, p, now) => {
    const payer = f.pool?.payer
    if (payer === 'unknown') return ask({}, { missing: ['defi.pool.payer'] })
    if (payer !== 'issuer' && payer !== 'casp') return pass
    // Rulesets until 2026.11.9 took the act to be in force, for every coin.
    const from = p.in_force as string | null | undefined
    if (!from || f.frameworks.includes('mica')) return broken()
    return f.frameworks.includes('genius') ? underGenius(LATE, from, now, () => (payer === 'issuer' ? broken() : review())) : pass
  },
  given: {
    ...DEFI_CASE,
    as_of: '2027-02-01T17:00:00Z',
    'defi.action': 'supply',
    'defi.pool': POOL,
    'defi.pool.stablecoin': true,
    'defi.coin_frameworks': ['genius', 'mica'],
  },
  goldens: [
    { name: 'interest of borrowers', facts: {}, expect: 'pass' },
    { name: 'funded by the issuer', facts: { 'defi.pool.payer': 'issuer' }, expect: 'fail' },
    { name: 'funded by a service provider', facts: { 'defi.pool.payer': 'casp' }, expect: 'fail' },
    {
      name: 'funded by the issuer, under MiCA, before the act of the United States is in force',
      facts: { as_of: '2026-11-28T17:00:00Z', 'defi.pool.payer': 'issuer', 'defi.coin_frameworks': ['mica'] },
      expect: 'fail',
    },
    {
      name: 'funded by the issuer, under the act of the United States, 2027-01-17',
      facts: { as_of: '2027-01-17T17:00:00Z', 'defi.pool.payer': 'issuer', 'defi.coin_frameworks': ['genius'] },
      expect: 'info',
      details: { in_force_from: '2027-01-18' },
    },
    {
      name: 'funded by the issuer, under the act of the United States, 2027-01-18',
      facts: { as_of: '2027-01-18T17:00:00Z', 'defi.pool.payer': 'issuer', 'defi.coin_frameworks': ['genius'] },
      expect: 'fail',
    },
    {
      name: 'funded by a service provider, under the act of the United States',
      facts: { 'defi.pool.payer': 'casp', 'defi.coin_frameworks': ['genius'] },
      expect: 'review',
    },
    {
      name: 'funded by the issuer of a coin under neither law',
      facts: { 'defi.pool.payer': 'issuer', 'defi.coin_frameworks': [] },
      expect: 'pass',
    },
    {
      name: 'funded by the issuer, nobody says under which law the coin is',
      facts: { 'defi.pool.payer': 'issuer', 'defi.coin_frameworks': null },
      expect: 'needs_info',
    },
    {
      name: 'funded by the issuer, by a ruleset until 2026.11.9',
      facts: { as_of: '2026-11-28T17:00:00Z', 'defi.pool.payer': 'issuer', 'defi.coin_frameworks': null },
      params: { in_force: null },
      expect: 'fail',
    },
    { name: 'unknown', facts: { 'defi.pool.payer': 'unknown' }, expect: 'needs_info' },
    { name: 'not a stablecoin', facts: { 'defi.pool.stablecoin': false, 'defi.pool.payer': 'issuer' }, expect: 'not_applicable' },
  ],
})
