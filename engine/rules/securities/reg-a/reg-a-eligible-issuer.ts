import { cfr } from '../../../citations.ts'
import { addYears } from '../../../dates.ts'
import { isRegA, issuerFacts, offeringFacts } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { broken, defineRule, pass, review } from '../../../rule.ts'

export default defineRule({
  code: 'REG_A_ELIGIBLE_ISSUER',
  version: 1,
  market: 'securities',
  checks: ['offering.open', 'investment.accept'],
  order: 133,
  orderIn: { 'investment.accept': 361 },
  sentence:
    'A Regulation A issuer is organised and has its principal place of business in the United States or Canada, and none of the exclusions applies.',
  message: { fail: 'The issuer is not eligible: {why}.', review: 'A pool under 3(c)(1) or 3(c)(7) has to be judged by a person.' },
  citation: cfr(17, '230.251', '(b)'),
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: { countries: ['US', 'CA'], order_years: 5 },
  needs: {
    regulation: offeringFacts.regulation,
    domicile: issuerFacts.domicile,
    place: fact('issuer.principal_place'),
    status: issuerFacts.icaStatus,
    blank: fact('issuer.blank_check'),
    bdc: fact('issuer.bdc'),
    minerals: fact('issuer.fractional_mineral_interests'),
    revoked: fact('issuer.order_12j_at'),
    filing: fact('offering.filed_at'),
    reports: fact('issuer.reports_of_two_years_filed'),
  },
  applies: (f) => isRegA(f.regulation),
  holds: (f, p) => {
    if (!p.countries.includes(f.domicile) || !p.countries.includes(f.place))
      return broken({ why: 'it is not organised and seated in the United States or Canada' })
    if (f.blank) return broken({ why: 'it has no business plan of its own' })
    if (f.bdc || f.status === 'registered' || f.status === 'other') return broken({ why: 'it is an investment company' })
    if (f.minerals) return broken({ why: 'it offers fractional mineral interests' })
    if (f.revoked !== null && addYears(f.revoked, p.order_years) >= f.filing)
      return broken({ why: 'its registration was revoked in the last years' })
    if (!f.reports) return broken({ why: 'a report of the last two years is missing' })
    return f.status === 'operating' ? pass : review()
  },
  given: {
    check: 'offering.open',
    'offering.regulation': 'reg_a_tier2',
    'issuer.domicile': 'US',
    'issuer.principal_place': 'US',
    'issuer.ica_status': 'operating',
    'issuer.blank_check': false,
    'issuer.bdc': false,
    'issuer.fractional_mineral_interests': false,
    'issuer.order_12j_at': 'none',
    'offering.filed_at': '2026-06-01',
    'issuer.reports_of_two_years_filed': true,
  },
  goldens: [
    { name: 'organised and seated in the US', facts: {}, expect: 'pass' },
    { name: 'seated in Canada', facts: { 'issuer.principal_place': 'CA' }, expect: 'pass' },
    { name: 'organised in the US, seated in the UK', facts: { 'issuer.principal_place': 'GB' }, expect: 'fail' },
    { name: 'organised in the UK, seated in the US', facts: { 'issuer.domicile': 'GB' }, expect: 'fail' },
    { name: 'revoked five years and a day before', facts: { 'issuer.order_12j_at': '2021-05-31' }, expect: 'pass' },
    { name: 'revoked five years before', facts: { 'issuer.order_12j_at': '2021-06-01' }, expect: 'fail' },
    { name: 'blank check', facts: { 'issuer.blank_check': true }, expect: 'fail' },
    { name: 'business development company', facts: { 'issuer.bdc': true }, expect: 'fail' },
    { name: 'registered fund', facts: { 'issuer.ica_status': 'registered' }, expect: 'fail' },
    { name: 'required to be registered', facts: { 'issuer.ica_status': 'other' }, expect: 'fail' },
    { name: 'private pool', facts: { 'issuer.ica_status': '3c1' }, expect: 'review' },
    { name: 'mineral interests', facts: { 'issuer.fractional_mineral_interests': true }, expect: 'fail' },
    { name: 'a report is missing', facts: { 'issuer.reports_of_two_years_filed': false }, expect: 'fail' },
    { name: '506(c)', facts: { 'offering.regulation': 'reg_d_506c' }, expect: 'not_applicable' },
  ],
})
