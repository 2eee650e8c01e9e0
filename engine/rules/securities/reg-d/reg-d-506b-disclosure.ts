import { belief, beliefNeeds } from '../../../calculations/verification.ts'
import { cfr } from '../../../citations.ts'
import { issuerFacts, offeringFacts } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { dollars, meets, micro } from '../../../money.ts'
import { ask, broken, defineRule, pass, review } from '../../../rule.ts'

export default defineRule({
  code: 'REG_D_506B_DISCLOSURE',
  version: 1,
  market: 'securities',
  checks: ['investment.accept'],
  order: 347,
  sentence:
    'A purchaser who is not accredited got the Rule 502(b) information, at the level the size of the offering asks for, at least 24 hours before the sale.',
  message: {
    fail: 'The disclosure is not at the level that an offering of this size needs.',
    review: 'The disclosure was delivered less than {hours} hours before the sale.',
    needs_info: 'The disclosure has not been delivered.',
  },
  citation: cfr(17, '230.502', '(b)'),
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: { audited_above: '20000000', op: '>', hours: 24, belief_months: 12 },
  needs: {
    regulation: offeringFacts.regulation,
    ...beliefNeeds,
    reporting: issuerFacts.reporting,
    most: offeringFacts.maximumRaise,
    disclosure: fact('investment.disclosure'),
  },
  applies: (f) => f.regulation === 'reg_d_506b',
  holds: (f, p, now) => {
    if (belief(f, now.day, p.belief_months) === 'accredited') return pass
    if (f.disclosure === null) return ask({}, { missing: ['investment.disclosure'] })
    const audited = meets(f.most, p.op, micro(p.audited_above))
    const level = f.reporting
      ? f.disclosure.level === 'exchange_act'
      : audited
        ? f.disclosure.level === 'tier2_audited'
        : f.disclosure.level !== 'exchange_act'
    if (!level || f.disclosure.delivered_at > now.ms) return broken()
    return now.ms - f.disclosure.delivered_at >= p.hours * 3_600_000 ? pass : review()
  },
  given: {
    check: 'investment.accept',
    'offering.regulation': 'reg_d_506b',
    'investor.accreditation.status': 'not_accredited',
    'investor.accreditation.contrary_knowledge': false,
    'investor.accreditation.self_certified_at': 'none',
    'issuer.exchange_act_reporting': false,
    'offering.maximum_raise': dollars('20000000'),
    'investment.disclosure': { hash: 'a'.repeat(64), delivered_at: '2026-11-20T17:00:00Z', level: 'tier1' },
  },
  goldens: [
    { name: '20,000,000 at tier 1 level', facts: {}, expect: 'pass' },
    { name: 'a cent above at tier 1 level', facts: { 'offering.maximum_raise.amount': '20000000.01' }, expect: 'fail' },
    {
      name: 'a cent above, audited',
      facts: { 'offering.maximum_raise.amount': '20000000.01', 'investment.disclosure.level': 'tier2_audited' },
      expect: 'pass',
    },
    { name: '23 hours before', facts: { 'investment.disclosure.delivered_at': '2026-11-20T18:00:00Z' }, expect: 'review' },
    { name: 'not delivered', facts: { 'investment.disclosure': 'none' }, expect: 'needs_info' },
    { name: 'delivered after the sale', facts: { 'investment.disclosure.delivered_at': '2026-11-21T17:00:01Z' }, expect: 'fail' },
    {
      name: 'reporting issuer',
      facts: { 'issuer.exchange_act_reporting': true, 'investment.disclosure.level': 'exchange_act' },
      expect: 'pass',
    },
    {
      name: 'accredited',
      facts: {
        'investor.accreditation.status': 'accredited',
        'investor.accreditation.self_certified_at': '2025-11-21',
        'investment.disclosure': 'none',
      },
      expect: 'pass',
    },
    {
      name: 'accredited, certification too old',
      facts: {
        'investor.accreditation.status': 'accredited',
        'investor.accreditation.self_certified_at': '2025-11-20',
        'investment.disclosure': 'none',
      },
      expect: 'needs_info',
    },
  ],
})
