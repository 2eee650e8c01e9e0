import { METRICS_CASE } from '../../cases/stablecoin.ts'
import { tokenMetrics } from '../../facts/groups/publication.ts'
import { micro } from '../../money.ts'
import { broken, defineRule, pass, passWith } from '../../rule.ts'

export default defineRule({
  code: 'MICA_SIGNIFICANT',
  version: 1,
  market: 'payments',
  checks: ['monitoring'],
  order: 1227,
  sentence: 'A token that meets three of seven signs of size and reach is significant.',
  message: 'Signs of significance met: {met}.',
  citation: { label: 'Regulation (EU) 2023/1114 art 43, 56', url: 'https://eur-lex.europa.eu/eli/reg/2023/1114/oj' },
  certainty: 'K',
  in_force_from: '2024-06-30',
  severity: 'info',
  params: { needed: 3, holders: 10_000_000, value_eur: '5000000000', transactions: 2_500_000, daily_eur: '500000000' },
  needs: tokenMetrics,
  holds: (f, p) => {
    const m = f.metrics
    if (m === null || m.class === 'other') return pass
    const signs = [
      m.holders > p.holders,
      m.value_eur > micro(p.value_eur),
      m.transactions > p.transactions && m.daily_eur > micro(p.daily_eur),
      m.gatekeeper,
      m.international,
      m.interconnected,
      m.issues_others,
    ]
    const met = signs.filter(Boolean).length
    return met >= p.needed ? broken({ met }) : passWith({ met })
  },
  given: { ...METRICS_CASE, 'case.token_metrics.gatekeeper': true, 'case.token_metrics.international': true },
  goldens: [
    { name: 'two of seven', facts: {}, expect: 'pass', details: { met: 2 } },
    { name: 'three of seven', facts: { 'case.token_metrics.interconnected': true }, expect: 'info', details: { met: 3 } },
    { name: 'ten million holders', facts: { 'case.token_metrics.holders': 10_000_000 }, expect: 'pass' },
    { name: 'one holder more', facts: { 'case.token_metrics.holders': 10_000_001 }, expect: 'info' },
    { name: 'five billion', facts: { 'case.token_metrics.value_eur': '5000000000' }, expect: 'pass' },
    { name: 'a cent more', facts: { 'case.token_metrics.value_eur': '5000000000.01' }, expect: 'info' },
    {
      name: 'use at both limits',
      facts: { 'case.token_metrics.transactions': 2_500_000, 'case.token_metrics.daily_eur': '500000000.01' },
      expect: 'pass',
    },
    {
      name: 'use above both limits',
      facts: { 'case.token_metrics.transactions': 2_500_001, 'case.token_metrics.daily_eur': '500000000.01' },
      expect: 'info',
    },
    {
      name: 'many transactions of little value',
      facts: { 'case.token_metrics.transactions': 2_500_001, 'case.token_metrics.daily_eur': '500000000' },
      expect: 'pass',
    },
    { name: 'issues another token and provides a service', facts: { 'case.token_metrics.issues_others': true }, expect: 'info' },
    { name: 'unknown', facts: { 'case.token_metrics': null }, expect: 'needs_info' },
  ],
})
