import { statute } from '../../../citations.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { ask, broken, defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'OFFERING_TYPE_UNKNOWN',
  version: 1,
  market: 'securities',
  checks: ['offering.create', 'offering.open', 'offering.change'],
  order: 102,
  sentence: 'The type of security is known, with its class and fund status where the type leaves them open.',
  message: { fail: '{type} is not a type of offering.', needs_info: 'A {type} offering must also say its {field}.' },
  citation: statute('Investment Company Act §3; product rule', 'https://www.govinfo.gov/app/details/COMPS-1879'),
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: {
    types: ['equity', 'debt', 'fund', 'real_estate', 'revenue_share', 'other'],
    class_needed: ['fund', 'real_estate', 'revenue_share', 'other'],
  },
  needs: {
    type: fact('offering.type'),
    securityClass: fact('offering.security_class'),
    icaStatus: fact('issuer.ica_status'),
  },
  holds: (f, p) => {
    if (!p.types.includes(f.type)) return broken({ type: f.type })
    if (p.class_needed.includes(f.type) && f.securityClass === null) {
      return ask({ type: f.type, field: 'security class' }, { missing: ['offering.security_class'] })
    }
    if (f.type === 'fund' && f.icaStatus === null)
      return ask({ type: f.type, field: 'Investment Company Act status' }, { missing: ['issuer.ica_status'] })
    return pass
  },
  given: { 'offering.type': 'equity', 'offering.security_class': 'equity', 'issuer.ica_status': 'operating' },
  goldens: [
    { name: 'equity', facts: { 'offering.security_class': 'none' }, expect: 'pass' },
    { name: 'debt', facts: { 'offering.type': 'debt' }, expect: 'pass' },
    {
      name: 'fund with class and status',
      facts: { 'offering.type': 'fund', 'offering.security_class': 'fund_interest', 'issuer.ica_status': '3c1' },
      expect: 'pass',
    },
    { name: 'real estate with a class', facts: { 'offering.type': 'real_estate' }, expect: 'pass' },
    { name: 'other with a class', facts: { 'offering.type': 'other' }, expect: 'pass' },
    { name: 'revenue share with a class', facts: { 'offering.type': 'revenue_share' }, expect: 'pass' },
    { name: 'other without a class', facts: { 'offering.type': 'other', 'offering.security_class': 'none' }, expect: 'needs_info' },
    {
      name: 'revenue share without a class',
      facts: { 'offering.type': 'revenue_share', 'offering.security_class': 'none' },
      expect: 'needs_info',
    },
    {
      name: 'real estate without a class',
      facts: { 'offering.type': 'real_estate', 'offering.security_class': 'none' },
      expect: 'needs_info',
    },
    { name: 'fund without a class', facts: { 'offering.type': 'fund', 'offering.security_class': 'none' }, expect: 'needs_info' },
    {
      name: 'fund without a status',
      facts: { 'offering.type': 'fund', 'offering.security_class': 'fund_interest', 'issuer.ica_status': 'none' },
      expect: 'needs_info',
    },
    { name: 'a made-up type', facts: { 'offering.type': 'meme' }, expect: 'fail' },
  ],
})
