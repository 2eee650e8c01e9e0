import { cfr } from '../../../citations.ts'
import { offeringFacts } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { broken, defineRule, pass, review } from '../../../rule.ts'
import { inUnitedStates } from '../../../tables/us-states.ts'

export default defineRule({
  code: 'REG_S_OFFSHORE_TRANSACTION',
  version: 1,
  market: 'securities',
  checks: ['investment.accept'],
  order: 368,
  sentence: 'No offer is made to a person in the United States, and the buyer is outside it when the order originates.',
  message: { fail: 'The offer or the order was made in the United States.', review: 'The stated place and the signals about it differ.' },
  citation: cfr(17, '230.902', '(h)'),
  certainty: 'V',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: {},
  needs: {
    regulation: offeringFacts.regulation,
    offered: fact('investment.offer_location'),
    ordered: fact('investment.to_location_at_order'),
    signal: fact('investment.ip_country'),
    vpn: fact('investment.vpn'),
  },
  applies: (f) => f.regulation === 'reg_s',
  holds: (f) => {
    if (inUnitedStates(f.offered) || inUnitedStates(f.ordered)) return broken()
    return f.signal === f.ordered && !f.vpn ? pass : review()
  },
  given: {
    check: 'investment.accept',
    'offering.regulation': 'reg_s',
    'investment.offer_location': 'DE',
    'investment.to_location_at_order': 'DE',
    'investment.ip_country': 'DE',
    'investment.vpn': false,
  },
  goldens: [
    { name: 'order from Germany', facts: {}, expect: 'pass' },
    { name: 'on holiday in Miami', facts: { 'investment.to_location_at_order': 'US' }, expect: 'fail' },
    { name: 'in Puerto Rico', facts: { 'investment.to_location_at_order': 'PR' }, expect: 'fail' },
    { name: 'offered in the US', facts: { 'investment.offer_location': 'US' }, expect: 'fail' },
    { name: 'place unknown', facts: { 'investment.to_location_at_order': null }, expect: 'needs_info' },
    { name: 'says Germany, address in the US', facts: { 'investment.ip_country': 'US' }, expect: 'review' },
    { name: 'through a VPN', facts: { 'investment.vpn': true }, expect: 'review' },
    { name: '506(c)', facts: { 'offering.regulation': 'reg_d_506c', 'investment.offer_location': 'US' }, expect: 'not_applicable' },
  ],
})
