import { MINT_CASE } from '../../cases/stablecoin.ts'
import { mints, token, underGenius } from '../../facts/groups/token.ts'
import { fact } from '../../facts/vocabulary.ts'
import { meets, micro } from '../../money.ts'
import { broken, defineRule, pass } from '../../rule.ts'

export default defineRule({
  code: 'GENIUS_AUDIT_50B',
  version: 1,
  market: 'payments',
  checks: ['payment'],
  order: 1217,
  sentence: 'Above fifty billion dollars an issuer that does not report to the SEC has audited yearly statements.',
  message: { warn: 'Audited yearly statements are due.', info: 'From {in_force_from} audited yearly statements are due.' },
  citation: { label: 'Pub. L. 119-27 sec. 4(a)(10)', url: 'https://www.congress.gov/119/plaws/publ27/PLAW-119publ27.pdf' },
  certainty: 'V',
  in_force_from: '2025-07-18',
  severity: 'warn',
  params: { in_force: '2027-01-18', threshold: '50000000000', op: '>' },
  needs: { ...token, audited: fact('token.audited'), reporting: fact('token.sec_reporting') },
  applies: (f) => mints(f, 'genius'),
  holds: (f, p, now) =>
    underGenius(f, p.in_force, now, () => (meets(f.outstanding, p.op, micro(p.threshold)) && !f.reporting && !f.audited ? broken() : pass)),
  given: { ...MINT_CASE, 'token.outstanding_usd': '50000000000', 'token.audited': false, 'token.sec_reporting': false },
  goldens: [
    { name: 'fifty billion', facts: {}, expect: 'pass' },
    { name: 'a cent more, no audit', facts: { 'token.outstanding_usd': '50000000000.01' }, expect: 'warn' },
    { name: 'a cent more, audited', facts: { 'token.outstanding_usd': '50000000000.01', 'token.audited': true }, expect: 'pass' },
    {
      name: 'a cent more, reporting to the SEC',
      facts: { 'token.outstanding_usd': '50000000000.01', 'token.sec_reporting': true },
      expect: 'pass',
    },
    { name: '2027-01-17', facts: { 'token.outstanding_usd': '50000000000.01', as_of: '2027-01-17T17:00:00Z' }, expect: 'info' },
    { name: '2027-01-18', facts: { 'token.outstanding_usd': '50000000000.01', as_of: '2027-01-18T17:00:00Z' }, expect: 'warn' },
  ],
})
