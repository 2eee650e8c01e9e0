import { belief, beliefNeeds } from '../../../calculations/verification.ts'
import { cfr } from '../../../citations.ts'
import { offeringFacts } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { ask, broken, defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'REG_D_506B_SOPHISTICATION',
  version: 1,
  market: 'securities',
  checks: ['investment.accept'],
  order: 346,
  sentence:
    'A purchaser who is not accredited can judge the merits and risks, alone or with a purchaser representative who is no affiliate of the issuer.',
  message: 'The purchaser is neither sophisticated nor represented.',
  citation: cfr(17, '230.506', '(b)(2)(ii)'),
  certainty: 'V',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: { belief_months: 12 },
  needs: {
    regulation: offeringFacts.regulation,
    ...beliefNeeds,
    sophistication: fact('investor.sophistication.kind'),
    evidence: fact('investor.sophistication.issuer_belief_recorded'),
    affiliate: fact('investor.sophistication.representative_is_affiliate'),
  },
  applies: (f) => f.regulation === 'reg_d_506b',
  holds: (f, p, now) => {
    if (belief(f, now.day, p.belief_months) === 'accredited') return pass
    if (f.sophistication === 'none') return broken()
    if (f.sophistication === 'representative' && f.affiliate) return broken()
    return f.evidence ? pass : ask({}, { missing: ['investor.sophistication.issuer_belief_recorded'] })
  },
  given: {
    check: 'investment.accept',
    'offering.regulation': 'reg_d_506b',
    'investor.accreditation.status': 'not_accredited',
    'investor.accreditation.contrary_knowledge': false,
    'investor.accreditation.self_certified_at': 'none',
    'investor.sophistication.kind': 'self',
    'investor.sophistication.issuer_belief_recorded': true,
    'investor.sophistication.representative_is_affiliate': false,
  },
  goldens: [
    { name: 'alone', facts: {}, expect: 'pass' },
    { name: 'represented', facts: { 'investor.sophistication.kind': 'representative' }, expect: 'pass' },
    {
      name: 'represented by an affiliate',
      facts: { 'investor.sophistication.kind': 'representative', 'investor.sophistication.representative_is_affiliate': true },
      expect: 'fail',
    },
    { name: 'neither', facts: { 'investor.sophistication.kind': 'none' }, expect: 'fail' },
    { name: 'belief not recorded', facts: { 'investor.sophistication.issuer_belief_recorded': false }, expect: 'needs_info' },
    {
      name: 'accredited',
      facts: {
        'investor.accreditation.status': 'accredited',
        'investor.accreditation.self_certified_at': '2025-11-21',
        'investor.sophistication.kind': 'none',
      },
      expect: 'pass',
    },
    {
      name: 'accredited, certification too old',
      facts: {
        'investor.accreditation.status': 'accredited',
        'investor.accreditation.self_certified_at': '2025-11-20',
        'investor.sophistication.kind': 'none',
      },
      expect: 'fail',
    },
  ],
})
