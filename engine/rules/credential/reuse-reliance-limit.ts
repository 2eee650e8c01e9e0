import { isoDay } from '../../dates.ts'
import { fact } from '../../facts/vocabulary.ts'
import { broken, defineRule, pass, passWith, type Verdict, warn } from '../../rule.ts'
import { RELIANCE_LAW } from '../../tables/customer-identification.ts'

export default defineRule({
  code: 'REUSE_RELIANCE_LIMIT',
  version: 1,
  market: 'credential',
  checks: ['credential.use'],
  order: 1611,
  sentence: "A regulated tenant relies on another's identification only under a contract with a regulated party.",
  message: {
    contract: 'Relying on another’s identification takes an agreement under {law}; the credential alone does not discharge your duty.',
    nobody: 'No law lets an institution of this kind rely on another’s identification: identify the person yourself.',
    review: 'A regulated tenant needs a reliance contract; the credential alone does not discharge its duty.',
    warn: 'The credential is data; the duty stays with the tenant.',
  },
  citation: {
    label:
      'By what you are: 31 CFR 1020.220(a)(6), 1023.220(a)(6), 1024.220(a)(6) or 1026.220(a)(6); Directive (EU) 2015/849 art 25 to 27, from 2027-07-10 Regulation (EU) 2024/1624 art 48',
    url: 'https://www.ecfr.gov/current/title-31/subtitle-B/chapter-X',
  },
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'hold',
  byte: 22,
  codes: { needs_info: 45, review: 250, fail: 47 },
  params: {
    bound: ['bank', 'broker_dealer', 'futures', 'mutual_fund', 'ppsi'],
    reliance: RELIANCE_LAW,
    union: [
      { from: '2025-01-01', law: 'Directive (EU) 2015/849, articles 25 to 27' },
      { from: '2027-07-10', law: 'Regulation (EU) 2024/1624, article 48' },
    ],
  },
  needs: {
    own: fact('subject.credential.issued_by_tenant'),
    type: fact('tenant.us_bsa_type'),
    agreement: fact('tenant.reliance_agreement', { at_least: 'configured' }),
    casp: fact('tenant.casp_auth'),
  },
  applies: (f) => !f.own,
  holds: (f, p, now) => {
    const laws = p.reliance as Record<string, string> | undefined
    if (!laws) return until9(f, p)
    const under = (law: string) => (f.agreement ? passWith({ law }) : broken({ law }, { wording: 'contract' }))
    const law = laws[f.type]
    if (law !== undefined) return under(law)
    // A contract makes no law that lets them.
    if (p.bound.includes(f.type)) return broken({}, { wording: 'nobody' })
    // A provider of crypto-asset services is an obliged entity in the Union, whatever it is in the United States.
    if (f.casp) return under(p.union.findLast(({ from }) => isoDay(now.day) >= from)!.law)
    return f.type === 'none' ? pass : warn()
  },
  given: {
    'subject.credential.issued_by_tenant': false,
    'tenant.us_bsa_type': 'bank',
    'tenant.reliance_agreement': false,
    'tenant.casp_auth': false,
  },
  goldens: [
    { name: 'bank without a contract', facts: {}, expect: 'review', details: { law: '31 CFR 1020.220(a)(6)' } },
    {
      name: 'bank with a contract',
      facts: { 'tenant.reliance_agreement': true },
      expect: 'pass',
      details: { law: '31 CFR 1020.220(a)(6)' },
    },
    { name: 'NFT market', facts: { 'tenant.us_bsa_type': 'none' }, expect: 'pass' },
    { name: 'money services business without a contract', facts: { 'tenant.us_bsa_type': 'msb' }, expect: 'warn' },
    {
      name: 'money services business with a contract: no rule lets it rely',
      facts: { 'tenant.us_bsa_type': 'msb', 'tenant.reliance_agreement': true },
      expect: 'warn',
    },
    {
      name: 'money services business with a contract, by a ruleset until 2026.11.9',
      facts: { 'tenant.us_bsa_type': 'msb', 'tenant.reliance_agreement': true },
      params: { reliance: null },
      expect: 'pass',
    },
    {
      name: 'broker-dealer',
      facts: { 'tenant.us_bsa_type': 'broker_dealer' },
      expect: 'review',
      details: { law: '31 CFR 1023.220(a)(6)' },
    },
    { name: 'futures firm', facts: { 'tenant.us_bsa_type': 'futures' }, expect: 'review', details: { law: '31 CFR 1026.220(a)(6)' } },
    {
      name: 'mutual fund',
      facts: { 'tenant.us_bsa_type': 'mutual_fund' },
      expect: 'review',
      details: { law: '31 CFR 1024.220(a)(6)' },
    },
    { name: 'stablecoin issuer', facts: { 'tenant.us_bsa_type': 'ppsi' }, expect: 'review' },
    {
      name: 'stablecoin issuer with a contract: no rule lets it rely',
      facts: { 'tenant.us_bsa_type': 'ppsi', 'tenant.reliance_agreement': true },
      expect: 'review',
    },
    {
      name: 'stablecoin issuer with a contract, by a ruleset until 2026.11.9',
      facts: { 'tenant.us_bsa_type': 'ppsi', 'tenant.reliance_agreement': true },
      params: { reliance: null },
      expect: 'pass',
    },
    {
      name: 'provider of crypto-asset services in the Union',
      facts: { 'tenant.us_bsa_type': 'none', 'tenant.casp_auth': true },
      expect: 'review',
      details: { law: 'Directive (EU) 2015/849, articles 25 to 27' },
    },
    {
      name: 'the same under an agreement',
      facts: { 'tenant.us_bsa_type': 'none', 'tenant.casp_auth': true, 'tenant.reliance_agreement': true },
      expect: 'pass',
    },
    {
      name: 'the same on the day of the Regulation',
      facts: { 'tenant.us_bsa_type': 'msb', 'tenant.casp_auth': true, 'tenant.reliance_agreement': true, as_of: '2027-07-10T17:00:00Z' },
      expect: 'pass',
      details: { law: 'Regulation (EU) 2024/1624, article 48' },
    },
    {
      name: 'the day before it',
      facts: { 'tenant.us_bsa_type': 'none', 'tenant.casp_auth': true, as_of: '2027-07-09T17:00:00Z' },
      expect: 'review',
      details: { law: 'Directive (EU) 2015/849, articles 25 to 27' },
    },
    {
      name: 'unknown whether it is one',
      facts: { 'tenant.us_bsa_type': 'none', 'tenant.casp_auth': null },
      expect: 'needs_info',
    },
    { name: 'own check', facts: { 'subject.credential.issued_by_tenant': true }, expect: 'not_applicable' },
    { name: 'unknown', facts: { 'tenant.reliance_agreement': null }, expect: 'needs_info' },
  ],
})

/** As rulesets until 2026.11.9 judged it: a contract carried whoever had one, and the law of the Union nobody. */
function until9(f: { readonly type: string; readonly agreement: boolean }, p: { readonly bound: readonly string[] }): Verdict {
  if (f.type === 'none') return pass
  if (!p.bound.includes(f.type)) return f.agreement ? pass : warn()
  return f.agreement ? pass : broken()
}
