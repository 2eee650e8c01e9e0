import { publication } from '../../publication-facts.ts'
import { broken, defineRule, pass } from '../../rule.ts'

export default defineRule({
  code: 'GENIUS_MARKETING',
  version: 1,
  market: 'payments',
  checks: ['monitoring'],
  order: 1218,
  sentence: 'No text claims that a stablecoin is backed, insured or issued by the United States.',
  message: 'The text claims what the law forbids: {claim}.',
  citation: { label: 'Pub. L. 119-27 sec. 4(a)(9), 4(e)', url: 'https://www.congress.gov/119/plaws/publ27/PLAW-119publ27.pdf' },
  certainty: 'K',
  in_force_from: '2025-07-18',
  severity: 'block',
  params: {
    claims: [
      'fdic insured',
      'fdic-insured',
      'ncua insured',
      'government backed',
      'government-backed',
      'guaranteed by the united states',
      'legal tender',
      'sipc',
    ],
  },
  needs: publication,
  holds: (f, p) => {
    if (f.publication === null || f.publication.kind !== 'stablecoin') return pass
    const text = f.publication.text.toLowerCase()
    const claim = p.claims.find((c) => text.includes(c))
    return claim === undefined ? pass : broken({ claim })
  },
  given: { 'case.publication': { kind: 'stablecoin', text: 'USD-backed reserves', apy_at: 'none', source: 'none', rate: 'none' } },
  goldens: [
    { name: 'USD-backed reserves', facts: {}, expect: 'pass' },
    {
      name: 'FDIC insured',
      facts: { 'case.publication.text': 'Your coins are FDIC insured.' },
      expect: 'fail',
      details: { claim: 'fdic insured' },
    },
    { name: 'FDIC-insured', facts: { 'case.publication.text': 'FDIC-insured coins' }, expect: 'fail' },
    { name: 'NCUA', facts: { 'case.publication.text': 'NCUA insured' }, expect: 'fail' },
    { name: 'government backed', facts: { 'case.publication.text': 'Government backed money' }, expect: 'fail' },
    { name: 'government-backed', facts: { 'case.publication.text': 'government-backed' }, expect: 'fail' },
    { name: 'guaranteed', facts: { 'case.publication.text': 'Guaranteed by the United States' }, expect: 'fail' },
    { name: 'legal tender', facts: { 'case.publication.text': 'This is legal tender' }, expect: 'fail' },
    { name: 'SIPC', facts: { 'case.publication.text': 'SIPC protection' }, expect: 'fail' },
    { name: 'nothing published', facts: { 'case.publication': 'none' }, expect: 'pass' },
    { name: 'unknown', facts: { 'case.publication': null }, expect: 'needs_info' },
  ],
})
