import { fact } from '../../facts/vocabulary.ts'
import { companyFile, ownersNeeded } from '../../kyc-scope.ts'
import { broken, defineRule, pass } from '../../rule.ts'

export default defineRule({
  code: 'CDD_REVERIFY',
  version: 1,
  market: 'kyc',
  checks: ['wallet.verify', 'investor.verify'],
  order: 1025,
  sentence: 'Owners are verified at the first account, on doubt and by risk, not at each new account.',
  message: 'The owners have to be verified again.',
  citation: { label: 'FIN-2026-R001 (2026-02-13)', url: 'https://www.fincen.gov/resources/statutes-regulations' },
  certainty: 'V',
  in_force_from: '2026-02-13',
  severity: 'ask',
  perSubject: true,
  params: { use_fin_2026_r001: true },
  needs: {
    ...companyFile,
    first: fact('subject.first_account'),
    verified: fact('subject.owners_verified'),
    doubt: fact('subject.owners_doubt'),
  },
  applies: (f) => f.kind === 'entity' && f.level === 'enhanced' && ownersNeeded(f.type) === 'all',
  holds: (f, p) => {
    if (f.doubt) return broken({}, { missing: ['subject.verified_persons'] })
    if (!f.first && !p.use_fin_2026_r001) return broken({}, { missing: ['subject.verified_persons'] })
    return f.verified ? pass : broken({}, { missing: ['subject.verified_persons'] })
  },
  given: {
    'subject.kind': 'entity',
    'request.level': 'enhanced',
    'subject.entity_type': 'company',
    'subject.first_account': false,
    'subject.owners_verified': true,
    'subject.owners_doubt': false,
  },
  goldens: [
    { name: 'second account, no doubt', facts: {}, expect: 'pass' },
    { name: 'doubt', facts: { 'subject.owners_doubt': true }, expect: 'needs_info' },
    { name: 'relief switched off, second account', facts: {}, expect: 'needs_info', params: { use_fin_2026_r001: false } },
    { name: 'first account, verified', facts: { 'subject.first_account': true }, expect: 'pass' },
    { name: 'never verified', facts: { 'subject.owners_verified': false }, expect: 'needs_info' },
  ],
})
