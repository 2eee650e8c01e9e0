import { cfr } from '../../../citations.ts'
import { ask, broken, defineRule, pass } from '../../../rule.ts'
import { acquirerFacts, offeringFacts } from '../../../securities-facts.ts'

export default defineRule({
  code: 'REG_D_506C_ACCREDITED_ONLY',
  version: 1,
  market: 'securities',
  checks: ['investment.accept'],
  order: 348,
  sentence: 'Every purchaser in a 506(c) offering is accredited at the time of sale.',
  message: { fail: 'The purchaser is not accredited.', needs_info: 'The accreditation of the purchaser is pending.' },
  citation: cfr(17, '230.506', '(c)(2)(i)'),
  certainty: 'V',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: {},
  needs: { regulation: offeringFacts.regulation, status: acquirerFacts.accredited },
  applies: (f) => f.regulation === 'reg_d_506c',
  holds: (f) => {
    if (f.status === 'accredited') return pass
    return f.status === 'pending' ? ask({}, { missing: ['acquirer.accreditation.status'] }) : broken()
  },
  given: { check: 'investment.accept', 'offering.regulation': 'reg_d_506c', 'acquirer.accreditation.status': 'accredited' },
  goldens: [
    { name: 'accredited', facts: {}, expect: 'pass' },
    { name: 'not accredited', facts: { 'acquirer.accreditation.status': 'not_accredited' }, expect: 'fail' },
    { name: 'pending', facts: { 'acquirer.accreditation.status': 'pending' }, expect: 'needs_info' },
    {
      name: '506(b)',
      facts: { 'offering.regulation': 'reg_d_506b', 'acquirer.accreditation.status': 'not_accredited' },
      expect: 'not_applicable',
    },
  ],
})
