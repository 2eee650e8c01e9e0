import { addMonths } from '../../dates.ts'
import { action, leaving } from '../../facts/groups/defi.ts'
import { subject } from '../../facts/groups/subject.ts'
import { fact } from '../../facts/vocabulary.ts'
import { broken, defineRule, info, pass } from '../../rule.ts'

export default defineRule({
  code: 'PEP_MATCH',
  version: 1,
  market: 'kyc',
  checks: ['sanctions.check', 'nft.creator', 'nft.sale', 'defi.access', 'gaming.age', 'payment', 'credential.use'],
  order: 1031,
  sentence: 'Outside onboarding too, a politically exposed person whose file nobody approved is looked at by a person.',
  message: { review: 'A politically exposed person without an approved file.', info: 'A former or domestic official.' },
  citation: {
    label: 'Directive (EU) 2015/849 art 20; FATF R.12; FinCEN statement of 2020-08-21',
    url: 'https://eur-lex.europa.eu/eli/dir/2015/849',
  },
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'hold',
  visibility: 'tenant',
  perSubject: true,
  byte: 250,
  params: { former_months: 12 },
  needs: {
    kind: subject.kind,
    pep: fact('subject.pep', { at_least: 'listed' }),
    regime: fact('tenant.cdd_regime'),
    action,
  },
  applies: (f) => f.kind === 'natural',
  holds: (f, p, now) => {
    if (f.pep === null) return pass
    if (f.pep.left_on !== null && now.day > addMonths(f.pep.left_on, p.former_months)) return info()
    if (f.pep.class === 'domestic' && f.regime === 'US') return info()
    if (f.pep.wealth && f.pep.approved) return pass
    // Who is let in may leave: an exit is judged by sanctions alone.
    return now.check === 'defi.access' && leaving(f.action) ? info() : broken()
  },
  given: {
    check: 'sanctions.check',
    'subject.kind': 'natural',
    'subject.pep': { class: 'foreign', left_on: 'none', wealth: true, approved: true },
    'tenant.cdd_regime': 'EU',
  },
  goldens: [
    { name: 'in office, approved', facts: {}, expect: 'pass' },
    { name: 'in office, not approved', facts: { 'subject.pep.approved': false }, expect: 'review' },
    { name: 'in office, wealth not known', facts: { 'subject.pep.wealth': false }, expect: 'review' },
    { name: 'left 366 days ago', facts: { 'subject.pep.left_on': '2025-11-20', 'subject.pep.approved': false }, expect: 'info' },
    { name: 'left 12 months ago', facts: { 'subject.pep.left_on': '2025-11-21', 'subject.pep.approved': false }, expect: 'review' },
    {
      name: 'domestic, United States',
      facts: { 'subject.pep.class': 'domestic', 'subject.pep.approved': false, 'tenant.cdd_regime': 'US' },
      expect: 'info',
    },
    {
      name: 'swapping, not approved',
      facts: { check: 'defi.access', 'subject.pep.approved': false, 'defi.action': 'swap' },
      expect: 'review',
    },
    {
      name: 'withdrawing, not approved',
      facts: { check: 'defi.access', 'subject.pep.approved': false, 'defi.action': 'withdraw' },
      expect: 'info',
    },
    { name: 'not exposed', facts: { 'subject.pep': 'none' }, expect: 'pass' },
    { name: 'not screened', facts: { 'subject.pep': null }, expect: 'needs_info' },
  ],
})
