import { parseDay } from '../../dates.ts'
import { fact } from '../../facts/vocabulary.ts'
import { broken, defineRule, pass } from '../../rule.ts'

export default defineRule({
  code: 'MICA_CASP_TRANSITION',
  version: 1,
  market: 'payments',
  checks: ['payment'],
  order: 1228,
  sentence: 'Since 2 July 2026 serving the EU needs authorisation as a crypto-asset service provider.',
  message:
    'Your organisation serves the EU without an authorisation as crypto-asset service provider; the transition ended on 1 July 2026.',
  citation: { label: 'Regulation (EU) 2023/1114 art 143(3)', url: 'https://eur-lex.europa.eu/eli/reg/2023/1114/oj' },
  certainty: 'K',
  in_force_from: '2024-12-30',
  severity: 'warn',
  params: { last_day: '2026-07-01' },
  needs: { serves: fact('tenant.serves_eu'), authorised: fact('tenant.casp_auth') },
  applies: (f) => f.serves,
  holds: (f, p, now) => (f.authorised || now.day <= parseDay(p.last_day)! ? pass : broken()),
  given: { 'tenant.serves_eu': true, 'tenant.casp_auth': false, as_of: '2026-07-01T17:00:00Z' },
  goldens: [
    { name: 'the last transitional day', facts: {}, expect: 'pass' },
    { name: 'the day after', facts: { as_of: '2026-07-02T17:00:00Z' }, expect: 'warn' },
    { name: 'authorised', facts: { as_of: '2026-07-02T17:00:00Z', 'tenant.casp_auth': true }, expect: 'pass' },
    { name: 'not serving the EU', facts: { 'tenant.serves_eu': false }, expect: 'not_applicable' },
    { name: 'unknown', facts: { 'tenant.serves_eu': null }, expect: 'needs_info' },
  ],
})
