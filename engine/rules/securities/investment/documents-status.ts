import { product } from '../../../citations.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { ask, broken, defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'DOCUMENTS_STATUS',
  version: 1,
  market: 'securities',
  checks: ['investment.accept'],
  order: 335,
  sentence: 'The investor’s documents are verified where the offering requires them.',
  message: { fail: 'The investor’s documents were rejected.', needs_info: 'The investor’s documents are not verified yet.' },
  citation: product(),
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: {},
  needs: {
    required: fact('offering.documents_required'),
    status: fact('investor.documents_status'),
  },
  applies: (f) => f.required,
  holds: (f) => {
    if (f.status === 'rejected') return broken()
    return f.status === 'verified' ? pass : ask({}, { missing: ['investor.documents_status'] })
  },
  given: { 'offering.documents_required': true, 'investor.documents_status': 'verified' },
  goldens: [
    { name: 'verified', facts: {}, expect: 'pass' },
    { name: 'pending', facts: { 'investor.documents_status': 'pending' }, expect: 'needs_info' },
    { name: 'rejected', facts: { 'investor.documents_status': 'rejected' }, expect: 'fail' },
    { name: 'not required', facts: { 'offering.documents_required': false, 'investor.documents_status': null }, expect: 'not_applicable' },
  ],
})
