import { fact } from '../../facts/vocabulary.ts'
import { broken, defineRule, pass, warn } from '../../rule.ts'

export default defineRule({
  code: 'REUSE_RELIANCE_LIMIT',
  version: 1,
  market: 'credential',
  checks: ['credential.use'],
  order: 1611,
  sentence: "A regulated tenant relies on another's identification only under a contract with a regulated party.",
  message: {
    review: 'A regulated tenant needs a reliance contract; the credential alone does not discharge its duty.',
    warn: 'The credential is data; the duty stays with the tenant.',
  },
  citation: { label: '31 CFR 1020.220(a)(6)', url: 'https://www.ecfr.gov/current/title-31/section-1020.220' },
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'hold',
  byte: 22,
  codes: { needs_info: 45, review: 250, fail: 47 },
  params: { bound: ['bank', 'broker_dealer', 'futures', 'mutual_fund', 'ppsi'] },
  needs: {
    own: fact('subject.credential.issued_by_tenant'),
    type: fact('tenant.us_bsa_type'),
    agreement: fact('tenant.reliance_agreement', { at_least: 'configured' }),
  },
  applies: (f) => !f.own,
  holds: (f, p) => {
    if (f.type === 'none') return pass
    if (!p.bound.includes(f.type)) return f.agreement ? pass : warn()
    return f.agreement ? pass : broken()
  },
  given: { 'subject.credential.issued_by_tenant': false, 'tenant.us_bsa_type': 'bank', 'tenant.reliance_agreement': false },
  goldens: [
    { name: 'bank without a contract', facts: {}, expect: 'review' },
    { name: 'bank with a contract', facts: { 'tenant.reliance_agreement': true }, expect: 'pass' },
    { name: 'NFT market', facts: { 'tenant.us_bsa_type': 'none' }, expect: 'pass' },
    { name: 'money services business without a contract', facts: { 'tenant.us_bsa_type': 'msb' }, expect: 'warn' },
    { name: 'broker-dealer', facts: { 'tenant.us_bsa_type': 'broker_dealer' }, expect: 'review' },
    { name: 'futures firm', facts: { 'tenant.us_bsa_type': 'futures' }, expect: 'review' },
    { name: 'mutual fund', facts: { 'tenant.us_bsa_type': 'mutual_fund' }, expect: 'review' },
    { name: 'stablecoin issuer', facts: { 'tenant.us_bsa_type': 'ppsi' }, expect: 'review' },
    { name: 'own check', facts: { 'subject.credential.issued_by_tenant': true }, expect: 'not_applicable' },
    { name: 'unknown', facts: { 'tenant.reliance_agreement': null }, expect: 'needs_info' },
  ],
})
