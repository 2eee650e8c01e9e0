import { addMonths } from '../../dates.ts'
import { subject } from '../../facts/groups/subject.ts'
import { fact } from '../../facts/vocabulary.ts'
import { ask, broken, defineRule, info, pass } from '../../rule.ts'

export default defineRule({
  code: 'PEP_EDD',
  version: 1,
  market: 'kyc',
  checks: ['wallet.verify', 'investor.verify'],
  order: 1030,
  sentence: "A foreign official, and family or close associates, need source of wealth and an officer's approval.",
  message: {
    review: 'A politically exposed person needs an approved file.',
    info: 'A former or domestic official.',
    needs_info: 'The source of wealth and funds is needed.',
  },
  citation: {
    label: 'Directive (EU) 2015/849 art 20; FATF R.12; FinCEN statement of 2020-08-21',
    url: 'https://eur-lex.europa.eu/eli/dir/2015/849',
  },
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'hold',
  perSubject: true,
  params: { former_months: 12 },
  needs: {
    kind: subject.kind,
    pep: fact('subject.pep', { at_least: 'listed' }),
    regime: fact('tenant.cdd_regime'),
  },
  applies: (f) => f.kind === 'natural',
  holds: (f, p, now) => {
    if (f.pep === null) return pass
    if (f.pep.left_on !== null && now.day > addMonths(f.pep.left_on, p.former_months)) return info()
    // The United States asks nothing special for its own officials; the European texts do.
    if (f.pep.class === 'domestic' && f.regime === 'US') return info()
    if (!f.pep.wealth) return ask({}, { missing: ['subject.pep.wealth'] })
    return f.pep.approved ? pass : broken()
  },
  given: {
    'subject.kind': 'natural',
    'subject.pep': { class: 'foreign', left_on: 'none', wealth: true, approved: true },
    'tenant.cdd_regime': 'EU',
  },
  goldens: [
    { name: 'in office, approved', facts: {}, expect: 'pass' },
    { name: 'in office, not approved', facts: { 'subject.pep.approved': false }, expect: 'review' },
    { name: 'source of wealth missing', facts: { 'subject.pep.wealth': false }, expect: 'needs_info' },
    { name: 'left 366 days ago', facts: { 'subject.pep.left_on': '2025-11-20', 'subject.pep.approved': false }, expect: 'info' },
    { name: 'left 12 months ago', facts: { 'subject.pep.left_on': '2025-11-21', 'subject.pep.approved': false }, expect: 'review' },
    {
      name: 'domestic, United States',
      facts: { 'subject.pep.class': 'domestic', 'subject.pep.approved': false, 'tenant.cdd_regime': 'US' },
      expect: 'info',
    },
    { name: 'domestic, EU', facts: { 'subject.pep.class': 'domestic', 'subject.pep.approved': false }, expect: 'review' },
    { name: 'not exposed', facts: { 'subject.pep': 'none' }, expect: 'pass' },
    { name: 'not screened', facts: { 'subject.pep': null }, expect: 'needs_info' },
  ],
})
