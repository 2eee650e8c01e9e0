import { statute } from '../../../citations.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { broken, defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'CONSENT_WITHDRAWN',
  version: 1,
  market: 'securities',
  checks: ['investment.accept'],
  order: 312,
  sentence: 'Whoever took back the consent to be judged by their data is not judged to invest.',
  message: 'The investor withdrew their consent; only they can give it again.',
  citation: statute('Regulation (EU) 2016/679 art 7(3)', 'https://eur-lex.europa.eu/eli/reg/2016/679/oj'),
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: {},
  needs: { withdrawn: fact('investor.consent_withdrawn') },
  holds: (f) => (f.withdrawn ? broken() : pass),
  given: { 'investor.consent_withdrawn': false },
  goldens: [
    { name: 'not withdrawn', facts: {}, expect: 'pass' },
    { name: 'withdrawn', facts: { 'investor.consent_withdrawn': true }, expect: 'fail' },
    { name: 'not known', facts: { 'investor.consent_withdrawn': null }, expect: 'needs_info' },
  ],
})
