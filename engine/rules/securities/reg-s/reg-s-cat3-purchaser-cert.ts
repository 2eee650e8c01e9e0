import { cfr } from '../../../citations.ts'
import { offeringFacts } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { broken, defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'REG_S_CAT3_PURCHASER_CERT',
  version: 1,
  market: 'securities',
  checks: ['investment.accept'],
  order: 369,
  sentence: 'A category 3 equity purchaser certifies before the sale that it is no US person and will resell and hedge only as allowed.',
  message: 'The certificate was signed after the sale.',
  citation: cfr(17, '230.903', '(b)(3)(iii)(B)(1), (2)'),
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: {},
  needs: {
    regulation: offeringFacts.regulation,
    category: offeringFacts.category,
    securityClass: offeringFacts.securityClass,
    cert: fact('investor.reg_s_certificate'),
  },
  applies: (f) => f.regulation === 'reg_s' && f.category === '3' && f.securityClass !== 'debt',
  holds: (f, _p, now) => (f.cert.signed_at <= now.ms ? pass : broken()),
  given: {
    check: 'investment.accept',
    'offering.regulation': 'reg_s',
    'offering.reg_s_category': '3',
    'offering.security_class': 'equity',
    'investor.reg_s_certificate': { hash: 'c'.repeat(64), signed_at: '2026-11-21T17:00:00Z' },
  },
  goldens: [
    { name: 'signed before', facts: {}, expect: 'pass' },
    { name: 'signed after', facts: { 'investor.reg_s_certificate.signed_at': '2026-11-21T17:00:01Z' }, expect: 'fail' },
    { name: 'none', facts: { 'investor.reg_s_certificate': null }, expect: 'needs_info' },
    { name: 'category 2', facts: { 'offering.reg_s_category': '2', 'investor.reg_s_certificate': null }, expect: 'not_applicable' },
    { name: 'debt', facts: { 'offering.security_class': 'debt', 'investor.reg_s_certificate': null }, expect: 'not_applicable' },
  ],
})
