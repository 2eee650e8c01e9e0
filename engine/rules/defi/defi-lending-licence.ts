import { action } from '../../facts/groups/defi.ts'
import { fact } from '../../facts/vocabulary.ts'
import { broken, defineRule, info, pass } from '../../rule.ts'

const loan = fact('defi.loan')

export default defineRule({
  code: 'DEFI_LENDING_LICENCE',
  version: 1,
  market: 'defi',
  checks: ['defi.access'],
  order: 1422,
  sentence: 'A consumer loan to a natural person in the United States needs the licence of the state.',
  message: { review: 'A consumer loan in {state} without a licence there.', info: 'A business loan against collateral.' },
  citation: {
    label: 'State lender laws, such as the California Financing Law',
    url: 'https://leginfo.legislature.ca.gov/faces/codes_displayText.xhtml?lawCode=FIN&division=9.',
  },
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'hold',
  byte: 24,
  params: {},
  needs: { action, loan, licences: fact('tenant.licences') },
  applies: (f) => f.action === 'borrow' && f.loan !== null,
  holds: (f) => {
    const l = f.loan
    if (l === null || l.state === null || !l.natural) return pass
    if (l.purpose === 'business') return info()
    return f.licences.includes(`lender:${l.state}`) ? pass : broken({ state: l.state })
  },
  given: {
    'defi.action': 'borrow',
    'defi.loan': { purpose: 'consumer', natural: true, state: 'US-CA', collateral_bps: 12_000 },
    'tenant.licences': [],
  },
  goldens: [
    { name: 'consumer in California, no licence', facts: {}, expect: 'review' },
    { name: 'consumer in California, licensed', facts: { 'tenant.licences': ['lender:US-CA'] }, expect: 'pass' },
    { name: 'business', facts: { 'defi.loan.purpose': 'business' }, expect: 'info' },
    { name: 'outside the United States', facts: { 'defi.loan.state': 'none' }, expect: 'pass' },
    { name: 'a company', facts: { 'defi.loan.natural': false }, expect: 'pass' },
    { name: 'no terms asked', facts: { 'defi.loan': 'none' }, expect: 'not_applicable' },
    { name: 'unknown', facts: { 'defi.loan': null }, expect: 'needs_info' },
  ],
})
