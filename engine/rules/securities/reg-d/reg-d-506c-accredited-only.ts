import { cfr } from '../../../citations.ts'
import { acquirerFacts, offeringFacts } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { ask, broken, defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'REG_D_506C_ACCREDITED_ONLY',
  version: 1,
  market: 'securities',
  checks: ['investment.accept'],
  order: 348,
  sentence: 'Every purchaser in a 506(c) offering is accredited at the time of sale.',
  message: {
    fail: 'The purchaser is not accredited.',
    expired: 'The accreditation of the purchaser has expired.',
    needs_info: 'The accreditation of the purchaser is pending.',
  },
  citation: cfr(17, '230.506', '(c)(2)(i)'),
  certainty: 'V',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: {},
  needs: {
    regulation: offeringFacts.regulation,
    status: acquirerFacts.accredited,
    // It only tells which refusal it is.
    expired: fact('acquirer.accreditation.expired'),
  },
  applies: (f) => f.regulation === 'reg_d_506c',
  holds: (f) => {
    if (f.status === 'accredited') return pass
    if (f.status === 'pending') return ask({}, { missing: ['acquirer.accreditation.status'] })
    return f.expired
      ? broken(undefined, { reason: 'ACCREDITATION_EXPIRED', wording: 'expired' })
      : broken(undefined, { reason: 'NOT_ACCREDITED' })
  },
  given: { check: 'investment.accept', 'offering.regulation': 'reg_d_506c', 'acquirer.accreditation.status': 'accredited' },
  goldens: [
    { name: 'accredited', facts: {}, expect: 'pass' },
    { name: 'not accredited', facts: { 'acquirer.accreditation.status': 'not_accredited' }, expect: 'fail', reason: 'NOT_ACCREDITED' },
    {
      name: 'accredited until yesterday',
      facts: { 'acquirer.accreditation.status': 'not_accredited', 'acquirer.accreditation.expired': true },
      expect: 'fail',
      reason: 'ACCREDITATION_EXPIRED',
    },
    { name: 'pending', facts: { 'acquirer.accreditation.status': 'pending' }, expect: 'needs_info' },
    {
      name: '506(b)',
      facts: { 'offering.regulation': 'reg_d_506b', 'acquirer.accreditation.status': 'not_accredited' },
      expect: 'not_applicable',
    },
  ],
})
