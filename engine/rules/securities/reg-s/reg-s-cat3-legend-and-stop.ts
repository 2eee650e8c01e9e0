import { cfr } from '../../../citations.ts'
import { issuerFacts, offeringFacts } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { broken, defineRule, info, pass } from '../../../rule.ts'

export default defineRule({
  code: 'REG_S_CAT3_LEGEND_AND_STOP',
  version: 1,
  market: 'securities',
  checks: ['offering.open'],
  order: 143,
  sentence: 'Category 3 equity of a US issuer carries the Regulation S legend, and the issuer must refuse other transfers.',
  message: {
    fail: 'The legend or the duty to refuse other transfers is missing.',
    info: 'The issuer is foreign: the legend is not required, and absent.',
  },
  citation: cfr(17, '230.903', '(b)(3)(iii)(B)(3), (4)'),
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: {},
  needs: {
    regulation: offeringFacts.regulation,
    category: offeringFacts.category,
    securityClass: offeringFacts.securityClass,
    domicile: issuerFacts.domicile,
    legends: fact('token.legend_ids'),
    refusal: fact('offering.refusal_term'),
  },
  applies: (f) => f.regulation === 'reg_s' && f.category === '3' && f.securityClass !== 'debt',
  holds: (f) => {
    const both = f.legends.includes('L3') && f.refusal
    if (both) return pass
    return f.domicile === 'US' ? broken() : info()
  },
  given: {
    'offering.regulation': 'reg_s',
    'offering.reg_s_category': '3',
    'offering.security_class': 'equity',
    'issuer.domicile': 'US',
    'token.legend_ids': ['L3'],
    'offering.refusal_term': true,
  },
  goldens: [
    { name: 'both', facts: {}, expect: 'pass' },
    { name: 'no duty to refuse', facts: { 'offering.refusal_term': false }, expect: 'fail' },
    { name: 'no legend', facts: { 'token.legend_ids': ['L1'] }, expect: 'fail' },
    { name: 'foreign issuer without legend', facts: { 'issuer.domicile': 'DE', 'token.legend_ids': [] }, expect: 'info' },
    { name: 'category 2', facts: { 'offering.reg_s_category': '2', 'token.legend_ids': [] }, expect: 'not_applicable' },
    { name: 'debt', facts: { 'offering.security_class': 'debt', 'token.legend_ids': [] }, expect: 'not_applicable' },
  ],
})
