import { belief, beliefNeeds } from '../../../calculations/verification.ts'
import { cfr } from '../../../citations.ts'
import { offeringFacts } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { broken, defineRule, info, pass } from '../../../rule.ts'

export default defineRule({
  code: 'REG_D_506B_ACCREDITED_BELIEF',
  version: 1,
  market: 'securities',
  checks: ['investment.accept'],
  order: 341,
  sentence:
    'The belief that a 506(b) purchaser is accredited rests on a signed certification at most twelve months old, with nothing known against it.',
  message: {
    needs_info: 'The certification is older than {months} months or not settled.',
    info: 'The purchaser counts as not accredited.',
  },
  citation: cfr(17, '230.501', '(a)'),
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'ask',
  params: { months: 12 },
  needs: { regulation: offeringFacts.regulation, ...beliefNeeds, elects: fact('offering.count_pending_as_nonaccredited') },
  applies: (f) => f.regulation === 'reg_d_506b',
  holds: (f, p, now) => {
    switch (belief(f, now.day, p.months)) {
      case 'accredited':
        return pass
      case 'not_accredited':
        return info()
      case 'pending':
        return f.elects ? info() : broken({}, { missing: ['investor.accreditation.status'] })
      case 'stale':
        return broken({}, { missing: ['investor.accreditation.self_certified_at'] })
    }
  },
  given: {
    check: 'investment.accept',
    'offering.regulation': 'reg_d_506b',
    'investor.accreditation.status': 'accredited',
    'investor.accreditation.contrary_knowledge': false,
    'investor.accreditation.self_certified_at': '2025-11-21',
    'offering.count_pending_as_nonaccredited': false,
  },
  goldens: [
    { name: '365 days old', facts: {}, expect: 'pass' },
    { name: '366 days old', facts: { 'investor.accreditation.self_certified_at': '2025-11-20' }, expect: 'needs_info' },
    { name: 'knowledge to the contrary', facts: { 'investor.accreditation.contrary_knowledge': true }, expect: 'info' },
    { name: 'not accredited', facts: { 'investor.accreditation.status': 'not_accredited' }, expect: 'info' },
    { name: 'pending', facts: { 'investor.accreditation.status': 'pending' }, expect: 'needs_info' },
    {
      name: 'pending, counted',
      facts: { 'investor.accreditation.status': 'pending', 'offering.count_pending_as_nonaccredited': true },
      expect: 'info',
    },
  ],
})
