import { fact } from '../../facts/vocabulary.ts'
import { broken, defineRule, pass } from '../../rule.ts'

export default defineRule({
  code: 'LAWFUL_BASIS',
  version: 1,
  market: 'credential',
  checks: ['monitoring'],
  order: 1691,
  sentence: 'Personal data is used on a lawful basis, and an automated denial comes with a way to a human review within 30 days.',
  message: { needs_info: 'A lawful basis, and for automated denials a way to a human review, are needed.' },
  citation: { label: 'Regulation (EU) 2016/679 art 6, 22', url: 'https://eur-lex.europa.eu/eli/reg/2016/679/oj' },
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'ask',
  params: { review_days: 30, reuse: ['consent'], identity: ['legal_obligation', 'contract'] },
  needs: {
    use: fact('case.processing'),
  },
  holds: (f, p) => {
    const u = f.use
    if (u === null) return pass
    const bases = u.purpose === 'reuse' ? p.reuse : u.purpose === 'identity' ? p.identity : [...p.identity, ...p.reuse]
    if (!bases.includes(u.basis)) return broken({}, { missing: ['case.processing.basis'] })
    if (u.purpose !== 'automated_denial') return pass
    return u.review_days !== null && u.review_days <= p.review_days ? pass : broken({}, { missing: ['case.processing.review_days'] })
  },
  given: { 'case.processing': { purpose: 'automated_denial', basis: 'legal_obligation', review_days: 30 } },
  goldens: [
    { name: 'a denial with a review in 30 days', facts: {}, expect: 'pass' },
    { name: 'a denial with a review in 31 days', facts: { 'case.processing.review_days': 31 }, expect: 'needs_info' },
    { name: 'a denial without a way to a review', facts: { 'case.processing.review_days': 'none' }, expect: 'needs_info' },
    { name: 'identity by legal obligation', facts: { 'case.processing.purpose': 'identity' }, expect: 'pass' },
    { name: 'identity by contract', facts: { 'case.processing.purpose': 'identity', 'case.processing.basis': 'contract' }, expect: 'pass' },
    {
      name: 'identity by consent alone',
      facts: { 'case.processing.purpose': 'identity', 'case.processing.basis': 'consent' },
      expect: 'needs_info',
    },
    { name: 'reuse by consent', facts: { 'case.processing.purpose': 'reuse', 'case.processing.basis': 'consent' }, expect: 'pass' },
    { name: 'reuse by contract', facts: { 'case.processing.purpose': 'reuse', 'case.processing.basis': 'contract' }, expect: 'needs_info' },
    { name: 'no basis', facts: { 'case.processing.basis': 'none' }, expect: 'needs_info' },
    { name: 'nothing processed', facts: { 'case.processing': 'none' }, expect: 'pass' },
    { name: 'unknown', facts: { 'case.processing': null }, expect: 'needs_info' },
  ],
})
