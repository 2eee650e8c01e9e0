import { isWithin, sayAge } from '../../../calculations/data-age.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { broken, defineRule, deny, pass } from '../../../rule.ts'

export default defineRule({
  code: 'INVESTOR_IDENTITY_TOO_OLD',
  version: 1,
  market: 'securities',
  checks: ['investment.accept', 'token.issue'],
  order: 497,
  sentence: 'Who an investor is was found out no longer ago than the organisation lets it be.',
  message: {
    review: 'Who the investor is was found out {age} ago, and your organisation lets that be {budget} ago.',
    fail: 'Who the investor is was found out {age} ago, and your organisation lets that be {budget} ago: nothing is sold or issued by it.',
    needs_info: 'Nothing says when it was found out who the investor is, and your organisation has a budget for its age.',
  },
  citation: { label: 'Budget of age set by the organisation', url: null },
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'hold',
  params: {},
  needs: {
    budgets: fact('tenant.data_budgets'),
    issued: fact('investor.credential.issued_at'),
  },
  applies: (f) => f.budgets.some((budget) => budget.data === 'identity'),
  holds: (f, _p, now) => {
    const budget = f.budgets.find((one) => one.data === 'identity')!
    // Of whom nobody issued a credential INVESTOR_IDENTITY asks for one.
    if (f.issued === null || isWithin({ at: f.issued }, budget, now)) return pass
    const said = { age: sayAge(now.ms - f.issued), budget: sayAge(budget.seconds * 1000) }
    return budget.over === 'deny' ? deny(said) : broken(said)
  },
  given: {
    check: 'investment.accept',
    'tenant.data_budgets': [{ data: 'identity', seconds: 2_592_000, over: 'review' }],
    'investor.credential.issued_at': '2026-10-22T17:00:00Z',
  },
  goldens: [
    { name: 'thirty days ago, of thirty', facts: {}, expect: 'pass' },
    {
      name: 'a second more',
      facts: { 'investor.credential.issued_at': '2026-10-22T16:59:59Z' },
      expect: 'review',
      details: { age: '30 days', budget: '30 days' },
    },
    {
      name: 'a second more, where the organisation denies',
      facts: { 'investor.credential.issued_at': '2026-10-22T16:59:59Z', 'tenant.data_budgets.0.over': 'deny' },
      expect: 'fail',
    },
    {
      name: 'an issuance, a second more',
      facts: { check: 'token.issue', 'investor.credential.issued_at': '2026-10-22T16:59:59Z' },
      expect: 'review',
    },
    { name: 'no credential', facts: { 'investor.credential.issued_at': 'none' }, expect: 'pass' },
    { name: 'a day ahead says nothing', facts: { 'investor.credential.issued_at': '2026-11-23T17:00:00Z' }, expect: 'needs_info' },
    { name: 'unknown when', facts: { 'investor.credential.issued_at': null }, expect: 'needs_info' },
    { name: 'a budget of something else', facts: { 'tenant.data_budgets.0.data': 'sanctions_lists' }, expect: 'not_applicable' },
    { name: 'no budget', facts: { 'tenant.data_budgets': [] }, expect: 'not_applicable' },
    { name: 'budgets unknown', facts: { 'tenant.data_budgets': null }, expect: 'needs_info' },
  ],
})
