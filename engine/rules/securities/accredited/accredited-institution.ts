import { cfr } from '../../../citations.ts'
import { accreditationBasis } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { dollars, meets, micro } from '../../../money.ts'
import { ask, broken, defineRule, pass } from '../../../rule.ts'

const TYPES = [
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
]
const PLANS = ['erisa_plan', 'state_plan']
const DIRECTED = { 'investor.entity_type': 'erisa_plan', 'investor.plan_self_directed': true }

export default defineRule({
  code: 'ACCREDITED_INSTITUTION',
  version: 1,
  market: 'securities',
  checks: ['investor.verify'],
  order: 320,
  sentence:
    'A bank, broker-dealer, registered or exempt adviser, insurer, registered fund, or a plan with assets above 5,000,000 USD, an adviser as fiduciary, or accredited investors alone who direct it.',
  message: {
    fail: 'The institution does not qualify.',
    needs_info: 'A registration number, or who directs the plan and whether each of them is accredited, is needed.',
  },
  citation: cfr(17, '230.501', '(a)(1), (2)'),
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: {
    types: TYPES,
    plans: PLANS,
    threshold: '5000000',
    op: '>',
    self_directed: ['erisa_plan'],
  },
  needs: {
    basis: accreditationBasis,
    type: fact('investor.entity_type'),
    registration: fact('investor.registration_no'),
    assets: fact('investor.total_assets'),
    fiduciary: fact('investor.plan_adviser_is_fiduciary'),
    selfDirected: fact('investor.plan_self_directed'),
    deciders: fact('investor.plan_deciders'),
  },
  applies: (f) => f.basis === 'institution',
  holds: (f, p) => {
    if (p.types.includes(f.type)) return f.registration === 'none' ? ask({}, { missing: ['investor.registration_no'] }) : pass
    if (!p.plans.includes(f.type)) return broken()
    if (meets(f.assets, p.op, micro(p.threshold)) || (f.type === 'erisa_plan' && f.fiduciary)) return pass
    // Rulesets until 2026.11.6 have none of them, and are replayed as they were.
    if (!(p.self_directed as readonly string[] | undefined)?.includes(f.type) || !f.selfDirected) return broken()
    if (f.deciders.some((one) => one.accredited === 'no')) return broken()
    return f.deciders.length === 0 || f.deciders.some((one) => one.accredited === 'unknown')
      ? ask({}, { missing: ['investor.plan_deciders'] })
      : pass
  },
  given: {
    'investor.accreditation.basis': 'institution',
    'investor.entity_type': 'sec_adviser',
    'investor.registration_no': '801-1',
    'investor.total_assets': dollars('5000000'),
    'investor.plan_adviser_is_fiduciary': false,
    'investor.plan_self_directed': false,
    'investor.plan_deciders': [{ person_id: 'a', accredited: 'yes' }],
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
    { name: 'self-directed ERISA plan, decided by accredited investors', facts: { ...DIRECTED }, expect: 'pass' },
    {
      name: 'self-directed, one of two who decide is not accredited',
      facts: {
        ...DIRECTED,
        'investor.plan_deciders': [
          { person_id: 'a', accredited: 'yes' },
          { person_id: 'b', accredited: 'no' },
        ],
      },
      expect: 'fail',
    },
    {
      name: 'self-directed, one of two is unknown',
      facts: {
        ...DIRECTED,
        'investor.plan_deciders': [
          { person_id: 'a', accredited: 'yes' },
          { person_id: 'b', accredited: 'unknown' },
        ],
      },
      expect: 'needs_info',
    },
    { name: 'self-directed, nobody named', facts: { ...DIRECTED, 'investor.plan_deciders': [] }, expect: 'needs_info' },
    { name: 'a state plan is none of these', facts: { ...DIRECTED, 'investor.entity_type': 'state_plan' }, expect: 'fail' },
    { name: 'adviser with no registration or exemption', facts: { 'investor.entity_type': 'unregistered_adviser' }, expect: 'fail' },
  ],
})
