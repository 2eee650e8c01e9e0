import { isWithin, LOOKED_AT, sayAge } from '../../calculations/data-age.ts'
import { subject } from '../../facts/groups/subject.ts'
import { fact } from '../../facts/vocabulary.ts'
import { k } from '../../facts.ts'
import { broken, defineRule, deny, pass } from '../../rule.ts'

export default defineRule({
  code: 'IDENTITY_TOO_OLD',
  version: 1,
  market: 'kyc',
  checks: ['wallet.verify', 'investor.verify', 'nft.sale', 'defi.access', 'gaming.age', 'payment', 'credential.use', 'transfer'],
  order: 1155,
  orderIn: { transfer: 246 },
  sentence: 'Who somebody is was found out no longer ago than the organisation lets it be.',
  message: {
    review: 'Who they are was found out {age} ago, and your organisation lets that be {budget} old.',
    fail: 'Who they are was found out {age} ago, and your organisation lets that be {budget} old: nothing is allowed by it.',
    needs_info: 'Nothing says when it was found out who they are, and your organisation has a budget for its age.',
  },
  citation: { label: 'Budget of age set by the organisation', url: null },
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'hold',
  perSubject: true,
  params: {},
  needs: {
    budgets: fact('tenant.data_budgets'),
    kind: subject.kind,
    checked: fact('subject.verification.checked_at'),
    issued: fact('subject.credential.issued_at', k.orNone(k.pastInstant)),
  },
  applies: (f) => f.budgets.some((budget) => budget.data === 'identity') && (f.kind === 'natural' || f.kind === 'entity'),
  holds: (f, _p, now) => {
    const budget = f.budgets.find((one) => one.data === 'identity')!
    // Of whom nothing counts, other rules ask for more.
    const at = LOOKED_AT.has(now.check) ? f.checked : f.issued
    if (at === null || isWithin({ at }, budget, now)) return pass
    const said = { age: sayAge(now.ms - at), budget: sayAge(budget.seconds * 1000) }
    return budget.over === 'deny' ? deny(said) : broken(said)
  },
  given: {
    check: 'wallet.verify',
    'tenant.data_budgets': [{ data: 'identity', seconds: 2_592_000, over: 'review' }],
    'subject.kind': 'natural',
    'subject.verification.checked_at': '2026-10-22T17:00:00Z',
    'subject.credential.issued_at': '2026-10-22T17:00:00Z',
  },
  goldens: [
    { name: 'thirty days ago, of thirty', facts: {}, expect: 'pass' },
    {
      name: 'a second more',
      facts: { 'subject.verification.checked_at': '2026-10-22T16:59:59Z' },
      expect: 'review',
      details: { age: '30 days', budget: '30 days' },
    },
    {
      name: 'a second more, where the organisation denies',
      facts: { 'subject.verification.checked_at': '2026-10-22T16:59:59Z', 'tenant.data_budgets.0.over': 'deny' },
      expect: 'fail',
    },
    {
      name: 'of an entity',
      facts: { 'subject.kind': 'entity', 'subject.verification.checked_at': '2026-10-22T16:59:59Z' },
      expect: 'review',
    },
    { name: 'of a wallet alone', facts: { 'subject.kind': 'wallet', 'subject.verification.checked_at': 'none' }, expect: 'not_applicable' },
    { name: 'nothing was found out', facts: { 'subject.verification.checked_at': 'none' }, expect: 'pass' },
    { name: 'a day ahead says nothing', facts: { 'subject.verification.checked_at': '2026-11-23T17:00:00Z' }, expect: 'needs_info' },
    { name: 'unknown when', facts: { 'subject.verification.checked_at': null }, expect: 'needs_info' },
    { name: 'no budget', facts: { 'tenant.data_budgets': [] }, expect: 'not_applicable' },
    { name: 'budgets unknown', facts: { 'tenant.data_budgets': null }, expect: 'needs_info' },
    { name: 'by a credential of thirty days', facts: { check: 'defi.access' }, expect: 'pass' },
    {
      name: 'by a credential, a second more',
      facts: { check: 'defi.access', 'subject.credential.issued_at': '2026-10-22T16:59:59Z' },
      expect: 'review',
    },
    {
      name: 'by a credential, a second more, where the organisation denies',
      facts: { check: 'defi.access', 'subject.credential.issued_at': '2026-10-22T16:59:59Z', 'tenant.data_budgets.0.over': 'deny' },
      expect: 'fail',
    },
    { name: 'by no credential', facts: { check: 'defi.access', 'subject.credential.issued_at': 'none' }, expect: 'pass' },
    { name: 'by a credential, unknown when', facts: { check: 'defi.access', 'subject.credential.issued_at': null }, expect: 'needs_info' },
  ],
})
