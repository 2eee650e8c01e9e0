import { fact } from '../../facts/vocabulary.ts'
import { broken, defineRule, pass } from '../../rule.ts'

export default defineRule({
  code: 'AGE_EVIDENCE_CONFLICT',
  version: 1,
  market: 'gaming',
  checks: ['gaming.age'],
  order: 1514,
  sentence: 'The stated birth date equals the one behind the credential.',
  message: 'The stated birth date is not the one behind the credential.',
  citation: { label: 'Sealwright product rule', url: null },
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'hold',
  byte: 36,
  codes: { review: 250 },
  params: {},
  needs: { comparison: fact('game.birth_date_comparison') },
  holds: (f) => (f.comparison === 'differs' ? broken() : pass),
  given: { 'game.birth_date_comparison': 'equal' },
  goldens: [
    { name: 'equal', facts: {}, expect: 'pass' },
    { name: 'one day off', facts: { 'game.birth_date_comparison': 'differs' }, expect: 'review' },
    { name: 'only one source', facts: { 'game.birth_date_comparison': 'one_source' }, expect: 'pass' },
    { name: 'unknown', facts: { 'game.birth_date_comparison': null }, expect: 'needs_info' },
  ],
})
