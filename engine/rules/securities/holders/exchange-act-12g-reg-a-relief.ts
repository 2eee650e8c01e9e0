import { cfr } from '../../../citations.ts'
import { offeringFacts } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { dollars, meets, micro } from '../../../money.ts'
import { broken, defineRule, deny, info, pass } from '../../../rule.ts'

export default defineRule({
  code: 'EXCHANGE_ACT_12G_REG_A_RELIEF',
  version: 1,
  market: 'securities',
  checks: ['transfer', 'investment.accept'],
  order: 181,
  orderIn: { 'investment.accept': 393 },
  sentence:
    'Tier 2 securities stay out of the holder count while reports are current, a registered transfer agent acts and the public float is below 75,000,000 USD (or revenue below 50,000,000).',
  message: {
    info: 'The relief of Tier 2 securities from the holder count: {state}.',
    warn: 'The relief does not hold: {state}.',
    fail: 'The relief from the holder count does not hold: {state}.',
  },
  citation: cfr(17, '240.12g5-1', '(a)(7)'),
  certainty: 'V',
  in_force_from: '2025-01-01',
  severity: 'warn',
  params: { float: '75000000', revenue: '50000000', op: '<', transition_years: 2 },
  needs: {
    regulation: offeringFacts.regulation,
    claimed: fact('issuer.reg_a_relief'),
    current: fact('issuer.reg_a_reports_current'),
    agent: fact('issuer.registered_transfer_agent'),
    float: fact('issuer.public_float'),
    revenue: fact('issuer.revenue'),
  },
  applies: (f) => f.regulation === 'reg_a_tier2' && f.claimed !== 'none',
  holds: (f, p) => {
    if (!f.current || !f.agent) return deny({ state: 'reports are late or there is no registered transfer agent' })
    // A float of nothing is none: then the revenue is asked for (Rule 12g5-1(a)(7)(iii)).
    const small = f.float === null || f.float === 0n ? meets(f.revenue, p.op, micro(p.revenue)) : meets(f.float, p.op, micro(p.float))
    if (small) return f.claimed === 'in_force' ? pass : info({ state: 'it may be claimed in full' })
    return f.claimed === 'transition'
      ? info({ state: `a transition of ${p.transition_years} years runs` })
      : broken({ state: 'the size limit is exceeded; a transition runs' })
  },
  given: {
    check: 'investment.accept',
    'offering.regulation': 'reg_a_tier2',
    'issuer.reg_a_relief': 'in_force',
    'issuer.reg_a_reports_current': true,
    'issuer.registered_transfer_agent': true,
    'issuer.public_float': dollars('74999999.99'),
    'issuer.revenue': dollars('0'),
  },
  goldens: [
    { name: 'float a cent below', facts: {}, expect: 'pass' },
    { name: 'float at the line', facts: { 'issuer.public_float.amount': '75000000' }, expect: 'warn' },
    {
      name: 'no float, revenue a cent below',
      facts: { 'issuer.public_float': 'none', 'issuer.revenue.amount': '49999999.99' },
      expect: 'pass',
    },
    {
      name: 'no float, revenue at the line',
      facts: { 'issuer.public_float': 'none', 'issuer.revenue.amount': '50000000' },
      expect: 'warn',
    },
    {
      name: 'a float of nothing, revenue at the line',
      facts: { 'issuer.public_float.amount': '0', 'issuer.revenue.amount': '50000000' },
      expect: 'warn',
    },
    {
      name: 'a float of nothing, revenue a cent below',
      facts: { 'issuer.public_float.amount': '0', 'issuer.revenue.amount': '49999999.99' },
      expect: 'pass',
    },
    {
      name: 'in transition',
      facts: { 'issuer.reg_a_relief': 'transition', 'issuer.public_float.amount': '75000000' },
      expect: 'info',
      details: { state: 'a transition of 2 years runs' },
    },
    { name: 'transition, small again', facts: { 'issuer.reg_a_relief': 'transition' }, expect: 'info' },
    { name: 'late report', facts: { 'issuer.reg_a_reports_current': false }, expect: 'fail' },
    { name: 'no transfer agent', facts: { 'issuer.registered_transfer_agent': false }, expect: 'fail' },
    { name: 'not claimed', facts: { 'issuer.reg_a_relief': 'none' }, expect: 'not_applicable' },
    { name: '506(c)', facts: { 'offering.regulation': 'reg_d_506c' }, expect: 'not_applicable' },
  ],
})
