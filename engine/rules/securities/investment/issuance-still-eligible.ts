import { cfr } from '../../../citations.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { broken, defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'ISSUANCE_STILL_ELIGIBLE',
  version: 1,
  market: 'securities',
  checks: ['token.issue'],
  order: 300,
  sentence: 'At issue the investment is still accepted and nothing has become known against the investor.',
  message: 'The investment can no longer be issued: {why}.',
  citation: cfr(17, '230.506', '(c)(2)'),
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: {},
  needs: {
    status: fact('investment.status'),
    contrary: fact('investor.accreditation.contrary_knowledge'),
    issued: fact('investment.issued'),
  },
  holds: (f) => {
    if (f.status !== 'accepted') return broken({ why: `it is ${f.status}` })
    if (f.contrary) return broken({ why: 'there is knowledge against the accreditation' })
    return f.issued ? broken({ why: 'it is issued already' }) : pass
  },
  given: {
    check: 'token.issue',
    'investment.status': 'accepted',
    'investor.accreditation.contrary_knowledge': false,
    'investment.issued': false,
  },
  goldens: [
    { name: 'accepted', facts: {}, expect: 'pass' },
    { name: 'case 10: contrary knowledge before issue', facts: { 'investor.accreditation.contrary_knowledge': true }, expect: 'fail' },
    { name: 'pending', facts: { 'investment.status': 'pending' }, expect: 'fail' },
    { name: 'issued already', facts: { 'investment.issued': true }, expect: 'fail' },
    { name: 'not known', facts: { 'investment.status': null }, expect: 'needs_info' },
  ],
})
