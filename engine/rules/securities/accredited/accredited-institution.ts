import { cfr } from '../../../citations.ts'
import { accreditationBasis } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { dollars, meets, micro } from '../../../money.ts'
import { ask, broken, defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'ACCREDITED_INSTITUTION',
  version: 1,
  market: 'securities',
  checks: ['investor.verify'],
  order: 320,
  sentence:
    'A bank, broker-dealer, registered or exempt adviser, insurer, registered fund, or a plan with assets above 5,000,000 USD or an adviser as fiduciary.',
  message: 'The institution does not qualify.',
  citation: cfr(17, '230.501', '(a)(1), (2)'),
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: {
    types: [
      'bank',
      'savings_bank',
      'broker_dealer',
      'sec_adviser',
      'state_adviser',
      'exempt_reporting_adviser',
      'insurer',
      'registered_fund',
      'bdc',
      'sbic',
      'rbic',
    ],
    plans: ['erisa_plan', 'state_plan'],
    threshold: '5000000',
    op: '>',
  },
  needs: {
    basis: accreditationBasis,
    type: fact('investor.entity_type'),
    registration: fact('investor.registration_no'),
    assets: fact('investor.total_assets'),
    fiduciary: fact('investor.plan_adviser_is_fiduciary'),
  },
  applies: (f) => f.basis === 'institution',
  holds: (f, p) => {
    if (p.types.includes(f.type)) return f.registration === 'none' ? ask({}, { missing: ['investor.registration_no'] }) : pass
    if (!p.plans.includes(f.type)) return broken()
    return meets(f.assets, p.op, micro(p.threshold)) || (f.type === 'erisa_plan' && f.fiduciary) ? pass : broken()
  },
  given: {
    'investor.accreditation.basis': 'institution',
    'investor.entity_type': 'sec_adviser',
    'investor.registration_no': '801-1',
    'investor.total_assets': dollars('5000000'),
    'investor.plan_adviser_is_fiduciary': false,
  },
  goldens: [
    { name: 'SEC adviser', facts: {}, expect: 'pass' },
    ...[
      'bank',
      'savings_bank',
      'broker_dealer',
      'state_adviser',
      'exempt_reporting_adviser',
      'insurer',
      'registered_fund',
      'bdc',
      'sbic',
      'rbic',
    ].map((type) => ({ name: type, facts: { 'investor.entity_type': type }, expect: 'pass' as const })),
    { name: 'SEC adviser without a number', facts: { 'investor.registration_no': 'none' }, expect: 'needs_info' },
    { name: 'state plan at the line', facts: { 'investor.entity_type': 'state_plan' }, expect: 'fail' },
    {
      name: 'state plan a cent above',
      facts: { 'investor.entity_type': 'state_plan', 'investor.total_assets.amount': '5000000.01' },
      expect: 'pass',
    },
    {
      name: 'ERISA plan with an adviser as fiduciary',
      facts: { 'investor.entity_type': 'erisa_plan', 'investor.plan_adviser_is_fiduciary': true },
      expect: 'pass',
    },
    { name: 'small ERISA plan', facts: { 'investor.entity_type': 'erisa_plan' }, expect: 'fail' },
    { name: 'adviser with no registration or exemption', facts: { 'investor.entity_type': 'unregistered_adviser' }, expect: 'fail' },
  ],
})
