import { publication } from '../../facts/groups/publication.ts'
import { ask, broken, defineRule, pass } from '../../rule.ts'

export default defineRule({
  code: 'DEFI_YIELD_DISCLOSURE',
  version: 1,
  market: 'defi',
  checks: ['monitoring'],
  order: 1490,
  sentence: 'A published yield carries date, source and kind, and promises nothing.',
  message: { fail: 'The text promises what it may not: {claim}.', needs_info: 'Date, source and kind of the yield are needed.' },
  citation: {
    label: 'FTC Act section 5; FCA PS23/6',
    url: 'https://www.fca.org.uk/publications/policy-statements/ps23-6-financial-promotion-rules-cryptoassets',
  },
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: { claims: ['guaranteed', 'risk-free', 'risk free', 'no risk'], max_hours: 24 },
  needs: publication,
  holds: (f, p, now) => {
    const x = f.publication
    if (x === null || x.kind !== 'yield') return pass
    const text = x.text.toLowerCase()
    const claim = p.claims.find((c) => text.includes(c))
    if (claim !== undefined) return broken({ claim })
    const fresh = x.apy_at !== null && x.apy_at <= now.ms && now.ms - x.apy_at <= p.max_hours * 3_600_000
    return fresh && x.source !== null && x.rate !== null ? pass : ask({}, { missing: ['case.publication'] })
  },
  given: {
    'case.publication': {
      kind: 'yield',
      text: 'variable, 30-day average 4.1 %',
      apy_at: '2026-11-20T17:00:00Z',
      source: 'on-chain',
      rate: 'variable',
    },
  },
  goldens: [
    { name: 'variable, 30-day average', facts: {}, expect: 'pass' },
    { name: 'guaranteed 8 percent', facts: { 'case.publication.text': 'guaranteed 8 %' }, expect: 'fail' },
    { name: 'risk-free', facts: { 'case.publication.text': 'Risk-free yield' }, expect: 'fail' },
    { name: 'risk free', facts: { 'case.publication.text': 'Risk free yield' }, expect: 'fail' },
    { name: 'no risk', facts: { 'case.publication.text': 'There is no risk.' }, expect: 'fail' },
    { name: 'figure a second too old', facts: { 'case.publication.apy_at': '2026-11-20T16:59:59Z' }, expect: 'needs_info' },
    { name: 'no source', facts: { 'case.publication.source': 'none' }, expect: 'needs_info' },
    { name: 'neither variable nor fixed', facts: { 'case.publication.rate': 'none' }, expect: 'needs_info' },
    { name: 'nothing published', facts: { 'case.publication': 'none' }, expect: 'pass' },
    { name: 'unknown', facts: { 'case.publication': null }, expect: 'needs_info' },
  ],
})
