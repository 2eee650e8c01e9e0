import { fact } from '../../facts/vocabulary.ts'
import { broken, defineRule, pass } from '../../rule.ts'

export default defineRule({
  code: 'DEFI_PERMIT_TTL',
  version: 1,
  market: 'defi',
  checks: ['defi.access'],
  order: 1431,
  sentence: 'A permit lives 30 to 600 seconds.',
  message: 'A permit of {seconds} seconds was asked for.',
  citation: { label: 'Sealwright product rule', url: null },
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'block',
  byte: 250,
  codes: { fail: 47 },
  params: { min: 30, max: 600 },
  needs: { seconds: fact('defi.permit_seconds') },
  holds: (f, p) =>
    f.seconds === null || (f.seconds >= p.min && f.seconds <= p.max)
      ? pass
      : broken(
          { seconds: f.seconds, status: 422 },
          { changes: [{ say: `with ${p.max} seconds`, facts: { 'defi.permit_seconds': p.max } }] },
        ),
  given: { 'defi.permit_seconds': 30 },
  goldens: [
    { name: '30', facts: {}, expect: 'pass' },
    { name: '600', facts: { 'defi.permit_seconds': 600 }, expect: 'pass' },
    { name: '601', facts: { 'defi.permit_seconds': 601 }, expect: 'fail' },
    { name: '29', facts: { 'defi.permit_seconds': 29 }, expect: 'fail' },
    { name: 'none asked', facts: { 'defi.permit_seconds': 'none' }, expect: 'pass' },
    { name: 'unknown', facts: { 'defi.permit_seconds': null }, expect: 'needs_info' },
  ],
})
