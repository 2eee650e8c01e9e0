import { action, leaving } from '../../facts/groups/defi.ts'
import { fact } from '../../facts/vocabulary.ts'
import { broken, defineRule, deny, pass } from '../../rule.ts'

export default defineRule({
  code: 'DEFI_RISK_HIGH',
  version: 1,
  market: 'defi',
  checks: ['defi.access'],
  order: 1430,
  sentence: 'A wallet of high risk is looked at, one of severe risk is refused; leaving is never stopped by risk.',
  message: { review: 'The risk of the wallet is {risk}.', fail: 'The risk of the wallet is {risk}.' },
  citation: { label: 'Sealwright product rule', url: null },
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'hold',
  byte: 250,
  codes: { fail: 47 },
  params: { hold: 50, deny: 75 },
  needs: { action, risk: fact('defi.risk') },
  applies: (f) => !leaving(f.action),
  holds: (f, p) => (f.risk >= p.deny ? deny({ risk: f.risk }) : f.risk >= p.hold ? broken({ risk: f.risk }) : pass),
  given: { 'defi.action': 'swap', 'defi.risk': 49 },
  goldens: [
    { name: '49', facts: {}, expect: 'pass' },
    { name: '50', facts: { 'defi.risk': 50 }, expect: 'review' },
    { name: '74', facts: { 'defi.risk': 74 }, expect: 'review' },
    { name: '75', facts: { 'defi.risk': 75 }, expect: 'fail' },
    { name: 'withdraw', facts: { 'defi.action': 'withdraw', 'defi.risk': 90 }, expect: 'not_applicable' },
    { name: 'unknown', facts: { 'defi.risk': null }, expect: 'needs_info' },
  ],
})
