import { legendsFor } from '../../../calculations/legends.ts'
import { cfr } from '../../../citations.ts'
import { issuerFacts, offeringFacts } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { broken, defineRule, passWith } from '../../../rule.ts'

export default defineRule({
  code: 'LEGEND_REQUIRED',
  version: 1,
  market: 'securities',
  checks: ['investment.accept', 'token.issue'],
  order: 481,
  sentence: 'The token carries the legends that its offering and holder need.',
  message: 'These legends are missing: {legends}.',
  citation: cfr(17, '230.502', '(d)(3); 230.903(b)(3)(iii)(B)(3)'),
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'ask',
  params: {},
  needs: {
    regulation: offeringFacts.regulation,
    category: offeringFacts.category,
    status: issuerFacts.icaStatus,
    affiliate: fact('investor.affiliate_of_issuer'),
    legends: fact('token.legend_ids'),
  },
  holds: (f) => {
    const needed = legendsFor(f.regulation, f.category, f.status, f.affiliate)
    const missing = needed.filter((legend) => !f.legends.includes(legend))
    return missing.length === 0 ? passWith({ legends: needed }) : broken({ legends: missing }, { missing: ['token.legend_ids'] })
  },
  given: {
    'offering.regulation': 'reg_d_506c',
    'offering.reg_s_category': 'none',
    'issuer.ica_status': 'operating',
    'investor.affiliate_of_issuer': false,
    'token.legend_ids': ['L1'],
  },
  goldens: [
    { name: '506(c) with L1', facts: {}, expect: 'pass' },
    { name: '506(c) without', facts: { 'token.legend_ids': [] }, expect: 'needs_info', details: { legends: ['L1'] } },
    { name: '506(b) without', facts: { 'offering.regulation': 'reg_d_506b', 'token.legend_ids': [] }, expect: 'needs_info' },
    { name: 'Tier 2 needs none', facts: { 'offering.regulation': 'reg_a_tier2', 'token.legend_ids': [] }, expect: 'pass' },
    {
      name: 'Tier 1 needs the state text',
      facts: { 'offering.regulation': 'reg_a_tier1', 'token.legend_ids': [] },
      expect: 'needs_info',
      details: { legends: ['L5'] },
    },
    {
      name: 'category 3 affiliate',
      facts: {
        'offering.regulation': 'reg_s',
        'offering.reg_s_category': '3',
        'investor.affiliate_of_issuer': true,
        'token.legend_ids': ['L2', 'L3'],
      },
      expect: 'pass',
      details: { legends: ['L2', 'L3'] },
    },
    {
      name: 'category 2',
      facts: { 'offering.regulation': 'reg_s', 'offering.reg_s_category': '2', 'token.legend_ids': [] },
      expect: 'pass',
    },
    { name: 'fund', facts: { 'issuer.ica_status': '3c1' }, expect: 'needs_info', details: { legends: ['L4'] } },
    { name: 'venture fund', facts: { 'issuer.ica_status': '3c1_qvc' }, expect: 'needs_info' },
    { name: '3(c)(7) fund', facts: { 'issuer.ica_status': '3c7' }, expect: 'needs_info' },
  ],
})
