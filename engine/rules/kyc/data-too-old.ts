import {
  ageOfCountryRisk,
  ageOfLists,
  ageOfPublications,
  ageOfRates,
  datedLists,
  datedRates,
  isReadBy,
  isWithin,
  sayAge,
} from '../../calculations/data-age.ts'
import { fact } from '../../facts/vocabulary.ts'
import { ask, broken, defineRule, deny, pass } from '../../rule.ts'
import { DATA_KINDS } from '../../tables/data-kinds.ts'

export default defineRule({
  code: 'DATA_TOO_OLD',
  version: 1,
  market: 'kyc',
  checks: [
    'wallet.verify',
    'investor.verify',
    'sanctions.check',
    'nft.creator',
    'nft.sale',
    'defi.access',
    'gaming.age',
    'payment',
    'credential.use',
    'transfer',
    'investment.accept',
    'token.issue',
  ],
  order: 1154,
  orderIn: { transfer: 245, 'investment.accept': 498, 'token.issue': 498 },
  sentence: 'Lists, tables and rates are no older than the organisation lets them be.',
  message: {
    review: '{data} {source} is {age} old, and your organisation lets it be {budget} old.',
    fail: '{data} {source} is {age} old, and your organisation lets it be {budget} old: nothing is allowed by it.',
    needs_info: 'Nothing says how old this is: {data}. Your organisation has a budget for its age.',
  },
  citation: { label: 'Budget of age set by the organisation', url: null },
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'hold',
  upkeep: true,
  params: {},
  needs: {
    budgets: fact('tenant.data_budgets'),
    checked: fact('lists', datedLists.checked),
    published: fact('lists', datedLists.published),
    rates: fact('fx', datedRates),
  },
  applies: (f, _p, now) => f.budgets.some(({ data }) => data !== 'identity' && isReadBy(data, now.check)),
  holds: (f, _p, now) => {
    let worst: Parameters<typeof broken>[0] | null = null
    for (const budget of f.budgets) {
      if (budget.data === 'identity' || !isReadBy(budget.data, now.check)) continue
      const age =
        budget.data === 'sanctions_lists'
          ? ageOfLists(f.checked, now)
          : budget.data === 'list_publications'
            ? ageOfPublications(f.published, now)
            : budget.data === 'exchange_rates'
              ? ageOfRates(f.rates, now)
              : ageOfCountryRisk(now)
      const data = DATA_KINDS[budget.data].called
      // A decision without rates converts nothing.
      if (!age && budget.data === 'exchange_rates' && !f.rates.length) continue
      if (!age) return ask({ data }, { missing: [budget.data === 'exchange_rates' ? 'fx' : 'lists'] })
      if (isWithin(age, budget, now)) continue
      const said = { data, source: age.source, age: sayAge(now.ms - age.at), budget: sayAge(budget.seconds * 1000) }
      if (budget.over === 'deny') return deny(said)
      worst ??= said
    }
    return worst ? broken(worst) : pass
  },
  given: {
    check: 'payment',
    'tenant.data_budgets': [{ data: 'sanctions_lists', seconds: 43_200, over: 'review' }],
    lists: [
      { source: 'us_ofac_sdn', version: '1', published_at: '2026-11-20T00:00:00Z', loaded_at: '2026-11-21T05:00:00Z' },
      { source: 'un_sc', version: '1', published_at: '2026-11-01T00:00:00Z', loaded_at: '2026-11-21T16:00:00Z' },
    ],
    fx: [{ from: 'EUR', to: 'USD', rate: '1.10', source: 'ECB', date: '2026-11-20' }],
  },
  goldens: [
    { name: 'twelve hours old, of twelve', facts: {}, expect: 'pass' },
    {
      name: 'a second more',
      facts: { 'lists.0.loaded_at': '2026-11-21T04:59:59Z' },
      expect: 'review',
      details: { data: 'Sanctions list', source: 'us_ofac_sdn', age: '12 hours', budget: '12 hours' },
    },
    {
      name: 'a second more, where the organisation denies',
      facts: { 'lists.0.loaded_at': '2026-11-21T04:59:59Z', 'tenant.data_budgets.0.over': 'deny' },
      expect: 'fail',
    },
    { name: 'no budget', facts: { 'tenant.data_budgets': [], 'lists.0.loaded_at': '2026-11-01T04:59:59Z' }, expect: 'not_applicable' },
    {
      name: 'a budget for people alone',
      facts: { 'tenant.data_budgets': [{ data: 'identity', seconds: 86_400, over: 'deny' }] },
      expect: 'not_applicable',
    },
    {
      name: 'rates, where nothing is converted',
      facts: {
        check: 'sanctions.check',
        'tenant.data_budgets': [{ data: 'exchange_rates', seconds: 86_400, over: 'deny' }],
      },
      expect: 'not_applicable',
    },
    { name: 'budgets unknown', facts: { 'tenant.data_budgets': null }, expect: 'needs_info' },
    { name: 'lists unknown', facts: { lists: null }, expect: 'needs_info' },
    { name: 'no list', facts: { lists: [] }, expect: 'needs_info' },
    { name: 'a load in the future says nothing', facts: { 'lists.1.loaded_at': '2026-11-22T00:00:00Z' }, expect: 'needs_info' },
    {
      name: 'published 20 days and some hours before, of 20 days',
      facts: { 'tenant.data_budgets': [{ data: 'list_publications', seconds: 1_728_000, over: 'review' }] },
      expect: 'review',
      details: { source: 'un_sc', age: '20 days' },
    },
    {
      name: 'published within 21 days',
      facts: { 'tenant.data_budgets': [{ data: 'list_publications', seconds: 1_814_400, over: 'deny' }] },
      expect: 'pass',
    },
    {
      name: 'rates of the day before, of two days',
      facts: { 'tenant.data_budgets': [{ data: 'exchange_rates', seconds: 172_800, over: 'deny' }] },
      expect: 'pass',
    },
    {
      name: 'rates of the day before, of one day',
      facts: { 'tenant.data_budgets': [{ data: 'exchange_rates', seconds: 86_400, over: 'deny' }] },
      expect: 'fail',
    },
    {
      name: 'no rates, where nothing is converted',
      facts: { 'tenant.data_budgets': [{ data: 'exchange_rates', seconds: 86_400, over: 'deny' }], fx: [] },
      expect: 'pass',
    },
    {
      name: 'rates unknown',
      facts: { 'tenant.data_budgets': [{ data: 'exchange_rates', seconds: 86_400, over: 'deny' }], fx: null },
      expect: 'needs_info',
    },
    {
      name: 'the table of countries after its statement, of 155 days',
      facts: { 'tenant.data_budgets': [{ data: 'country_risk', seconds: 13_392_000, over: 'review' }] },
      expect: 'review',
    },
    {
      name: 'the table of countries, of 156 days',
      facts: { 'tenant.data_budgets': [{ data: 'country_risk', seconds: 13_478_400, over: 'review' }] },
      expect: 'pass',
    },
    {
      name: 'of two that are too old, the one that denies',
      facts: {
        'tenant.data_budgets': [
          { data: 'sanctions_lists', seconds: 7_200, over: 'review' },
          { data: 'country_risk', seconds: 10_800_000, over: 'deny' },
        ],
      },
      expect: 'fail',
      details: { data: 'Table of country risk' },
    },
  ],
})
