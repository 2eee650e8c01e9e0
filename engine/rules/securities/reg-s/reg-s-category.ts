import { regSCategory } from '../../../calculations/reg-s.ts'
import { cfr } from '../../../citations.ts'
import { issuerFacts, offeringFacts, reportingIssuer } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { dollars } from '../../../money.ts'
import { broken, defineRule, passWith } from '../../../rule.ts'

export default defineRule({
  code: 'REG_S_CATEGORY',
  version: 1,
  market: 'securities',
  checks: ['offering.open', 'investment.accept'],
  order: 140,
  orderIn: { 'investment.accept': 366 },
  sentence: 'The Regulation S category is the one that the issuer’s facts give.',
  message: 'The facts give category {computed}; the issuer claims {claimed}. Counsel has to confirm it.',
  citation: cfr(17, '230.903', '(b)'),
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'hold',
  params: { us_share_bps: 2000, foreign_share_bps: 5500, debt_holders: 300, debt_amount: '1000000000', debt_share_bps: 2000 },
  needs: {
    regulation: offeringFacts.regulation,
    claimed: offeringFacts.category,
    securityClass: offeringFacts.securityClass,
    domicile: issuerFacts.domicile,
    reporting: reportingIssuer,
    directed: fact('offering.overseas_directed_or_foreign_plan'),
    government: fact('issuer.foreign_government'),
    market: fact('issuer.us_market'),
  },
  applies: (f) => f.regulation === 'reg_s',
  holds: (f, p) => {
    const computed = regSCategory(f, p)
    return computed === f.claimed ? passWith({ category: computed }) : broken({ computed, claimed: f.claimed })
  },
  given: {
    check: 'offering.open',
    'offering.regulation': 'reg_s',
    'offering.reg_s_category': '3',
    'offering.security_class': 'equity',
    'issuer.domicile': 'US',
    'issuer.exchange_act_reporting': false,
    'issuer.reports_current': true,
    'offering.overseas_directed_or_foreign_plan': false,
    'issuer.foreign_government': false,
    'issuer.us_market': {
      largest_is_us: false,
      us_share_bps: 0,
      top_foreign_share_bps: 9000,
      debt_us_holders: 0,
      debt_amount: dollars('0'),
      debt_us_share_bps: 0,
    },
  },
  goldens: [
    { name: 'US issuer’s equity', facts: {}, expect: 'pass', details: { category: '3' } },
    { name: 'reporting US issuer’s equity', facts: { 'issuer.exchange_act_reporting': true }, expect: 'pass', details: { category: '3' } },
    {
      name: 'debt of a US issuer that has not filed its reports',
      facts: {
        'offering.security_class': 'debt',
        'issuer.exchange_act_reporting': true,
        'issuer.reports_current': false,
        'offering.reg_s_category': '2',
      },
      expect: 'review',
    },
    { name: 'the issuer claims 2', facts: { 'offering.reg_s_category': '2' }, expect: 'review' },
    { name: 'non-reporting US issuer’s debt', facts: { 'offering.security_class': 'debt' }, expect: 'pass', details: { category: '3' } },
    {
      name: 'reporting US issuer’s debt',
      facts: { 'offering.security_class': 'debt', 'issuer.exchange_act_reporting': true, 'offering.reg_s_category': '2' },
      expect: 'pass',
      details: { category: '2' },
    },
    {
      name: 'foreign, no market in the US',
      facts: { 'issuer.domicile': 'DE', 'offering.reg_s_category': '1' },
      expect: 'pass',
      details: { category: '1' },
    },
    {
      name: 'foreign government',
      facts: {
        'issuer.domicile': 'DE',
        'issuer.foreign_government': true,
        'issuer.us_market.largest_is_us': true,
        'offering.reg_s_category': '1',
      },
      expect: 'pass',
    },
    {
      name: 'overseas directed',
      facts: {
        'issuer.domicile': 'DE',
        'offering.overseas_directed_or_foreign_plan': true,
        'issuer.us_market.largest_is_us': true,
        'offering.reg_s_category': '1',
      },
      expect: 'pass',
    },
    {
      name: 'foreign, reporting, US is the largest market',
      facts: {
        'issuer.domicile': 'DE',
        'issuer.exchange_act_reporting': true,
        'issuer.us_market.largest_is_us': true,
        'offering.reg_s_category': '2',
      },
      expect: 'pass',
    },
    {
      name: 'foreign, not reporting, 20 % in the US and 54.99 % elsewhere',
      facts: { 'issuer.domicile': 'DE', 'issuer.us_market.us_share_bps': 2000, 'issuer.us_market.top_foreign_share_bps': 5499 },
      expect: 'pass',
      details: { category: '3' },
    },
    {
      name: 'foreign, 20 % in the US and 55 % elsewhere',
      facts: {
        'issuer.domicile': 'DE',
        'issuer.us_market.us_share_bps': 2000,
        'issuer.us_market.top_foreign_share_bps': 5500,
        'offering.reg_s_category': '1',
      },
      expect: 'pass',
    },
    {
      name: 'foreign, 19.99 % in the US',
      facts: {
        'issuer.domicile': 'DE',
        'issuer.us_market.us_share_bps': 1999,
        'issuer.us_market.top_foreign_share_bps': 5000,
        'offering.reg_s_category': '1',
      },
      expect: 'pass',
    },
    {
      name: 'foreign debt with a US market',
      facts: {
        'issuer.domicile': 'DE',
        'offering.security_class': 'debt',
        'issuer.us_market': {
          largest_is_us: false,
          us_share_bps: 0,
          top_foreign_share_bps: 0,
          debt_us_holders: 300,
          debt_amount: dollars('1000000000'),
          debt_us_share_bps: 2000,
        },
        'offering.reg_s_category': '2',
      },
      expect: 'pass',
    },
    {
      name: 'foreign debt, 299 US holders',
      facts: {
        'issuer.domicile': 'DE',
        'offering.security_class': 'debt',
        'issuer.us_market': {
          largest_is_us: false,
          us_share_bps: 0,
          top_foreign_share_bps: 0,
          debt_us_holders: 299,
          debt_amount: dollars('1000000000'),
          debt_us_share_bps: 2000,
        },
        'offering.reg_s_category': '1',
      },
      expect: 'pass',
    },
    {
      name: 'foreign debt, a cent below a billion',
      facts: {
        'issuer.domicile': 'DE',
        'offering.security_class': 'debt',
        'issuer.us_market': {
          largest_is_us: false,
          us_share_bps: 0,
          top_foreign_share_bps: 0,
          debt_us_holders: 300,
          debt_amount: dollars('999999999.99'),
          debt_us_share_bps: 2000,
        },
        'offering.reg_s_category': '1',
      },
      expect: 'pass',
    },
    {
      name: 'foreign debt, 19.99 % held in the US',
      facts: {
        'issuer.domicile': 'DE',
        'offering.security_class': 'debt',
        'issuer.us_market': {
          largest_is_us: false,
          us_share_bps: 0,
          top_foreign_share_bps: 0,
          debt_us_holders: 300,
          debt_amount: dollars('1000000000'),
          debt_us_share_bps: 1999,
        },
        'offering.reg_s_category': '1',
      },
      expect: 'pass',
    },
    { name: '506(c)', facts: { 'offering.regulation': 'reg_d_506c' }, expect: 'not_applicable' },
  ],
})
