import { action } from '../../facts/groups/defi.ts'
import { fact } from '../../facts/vocabulary.ts'
import { broken, defineRule, pass } from '../../rule.ts'

const loan = fact('defi.loan')

export default defineRule({
  code: 'DEFI_COLLATERAL_LOW',
  version: 1,
  market: 'defi',
  checks: ['defi.access'],
  order: 1423,
  sentence: 'A loan is covered to at least 120 percent.',
  message: 'The collateral is {collateral_bps} of the loan.',
  citation: { label: 'Sealwright product rule, default protocol policy', url: null },
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'block',
  byte: 29,
  codes: { fail: 47 },
  params: { least_bps: 12_000 },
  needs: { action, loan },
  applies: (f) => f.action === 'borrow' && f.loan !== null,
  holds: (f, p) =>
    (f.loan?.collateral_bps ?? 0) >= p.least_bps
      ? pass
      : broken(
          { collateral_bps: f.loan?.collateral_bps ?? 0 },
          { changes: [{ say: 'with collateral of 120 percent', facts: { 'defi.loan.collateral_bps': p.least_bps } }] },
        ),
  given: { 'defi.action': 'borrow', 'defi.loan': { purpose: 'business', natural: false, state: 'none', collateral_bps: 12_000 } },
  goldens: [
    { name: '120.00 percent', facts: {}, expect: 'pass' },
    { name: '119.99 percent', facts: { 'defi.loan.collateral_bps': 11_999 }, expect: 'fail' },
    { name: 'no terms asked', facts: { 'defi.loan': 'none' }, expect: 'not_applicable' },
    { name: 'unknown', facts: { 'defi.loan': null }, expect: 'needs_info' },
  ],
})
