import { cfr } from '../../../citations.ts'
import { accreditationBasis } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { dollars, meets, micro } from '../../../money.ts'
import { broken, defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'ACCREDITED_INCOME',
  version: 1,
  market: 'securities',
  checks: ['investor.verify'],
  order: 310,
  sentence:
    'A natural person had more than 200,000 USD of income (300,000 USD with a spouse or spousal equivalent) in each of the two years before the year of sale, and expects the same this year.',
  message: 'The income does not reach the accredited investor definition.',
  citation: cfr(17, '230.501', '(a)(6)'),
  certainty: 'V',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: { own: '200000', joint: '300000', op: '>' },
  needs: {
    basis: accreditationBasis,
    kind: fact('investor.kind'),
    own: fact('investor.income'),
    joint: fact('investor.joint_income'),
    expects: fact('investor.income_expected_same'),
  },
  applies: (f) => f.basis === 'income',
  holds: (f, p) => {
    // A test for people: a company has tests of its own.
    if (f.kind !== 'natural') return broken()
    const both = (income: { y1: bigint; y2: bigint } | null, least: string) =>
      income !== null && meets(income.y1, p.op, micro(least)) && meets(income.y2, p.op, micro(least))
    // One basis for both years: a joint figure of one year never stands beside an own figure of the other.
    const enough = both(f.own, p.own) || both(f.joint, p.joint)
    return enough && f.expects ? pass : broken()
  },
  given: {
    'investor.kind': 'natural',
    'investor.accreditation.basis': 'income',
    'investor.income': { y1: dollars('200000.01'), y2: dollars('200000.01') },
    'investor.joint_income': 'none',
    'investor.income_expected_same': true,
  },
  goldens: [
    { name: 'a basis nobody knows', facts: { 'investor.accreditation.basis': 'banana' }, expect: 'needs_info' },
    { name: 'a company', facts: { 'investor.kind': 'entity' }, expect: 'fail' },
    { name: 'a cent above in both years', facts: {}, expect: 'pass' },
    { name: 'exactly 200,000 in one', facts: { 'investor.income': { y1: dollars('200000'), y2: dollars('250000') } }, expect: 'fail' },
    { name: 'nothing expected', facts: { 'investor.income_expected_same': false }, expect: 'fail' },
    {
      name: 'joint above in both',
      facts: { 'investor.income': 'none', 'investor.joint_income': { y1: dollars('300000.01'), y2: dollars('300000.01') } },
      expect: 'pass',
    },
    {
      name: 'joint below in one',
      facts: { 'investor.income': 'none', 'investor.joint_income': { y1: dollars('300000.01'), y2: dollars('299999') } },
      expect: 'fail',
    },
    {
      name: 'one year own, the other joint',
      facts: {
        'investor.income': { y1: dollars('250000'), y2: dollars('100000') },
        'investor.joint_income': { y1: dollars('290000'), y2: dollars('310000') },
      },
      expect: 'fail',
    },
    { name: 'another basis', facts: { 'investor.accreditation.basis': 'license' }, expect: 'not_applicable' },
  ],
})
