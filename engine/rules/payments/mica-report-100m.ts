import { METRICS_CASE } from '../../cases/stablecoin.ts'
import { tokenMetrics } from '../../facts/groups/publication.ts'
import { meets, micro } from '../../money.ts'
import { broken, defineRule, pass } from '../../rule.ts'

export default defineRule({
  code: 'MICA_REPORT_100M',
  version: 1,
  market: 'payments',
  checks: ['monitoring'],
  order: 1226,
  sentence: 'A token worth more than 100 million EUR reports every quarter.',
  message: 'A quarterly report is due to the authority.',
  citation: { label: 'Regulation (EU) 2023/1114 art 22(1), 58(3)', url: 'https://eur-lex.europa.eu/eli/reg/2023/1114/oj' },
  certainty: 'K',
  in_force_from: '2024-06-30',
  severity: 'info',
  params: { threshold: '100000000', op: '>' },
  needs: tokenMetrics,
  holds: (f, p) => {
    const m = f.metrics
    if (m === null || m.class === 'other' || (m.class === 'emt' && m.eu_currency)) return pass
    return meets(m.value_eur, p.op, micro(p.threshold)) ? broken({ task: 'quarterly_report' }) : pass
  },
  given: METRICS_CASE,
  goldens: [
    { name: '100,000,000', facts: {}, expect: 'pass' },
    {
      name: '100,000,000.01',
      facts: { 'case.token_metrics.value_eur': '100000000.01' },
      expect: 'info',
      details: { task: 'quarterly_report' },
    },
    {
      name: 'dollar e-money token',
      facts: { 'case.token_metrics.value_eur': '100000000.01', 'case.token_metrics.class': 'emt' },
      expect: 'info',
    },
    {
      name: 'euro e-money token',
      facts: { 'case.token_metrics.value_eur': '100000000.01', 'case.token_metrics.class': 'emt', 'case.token_metrics.eu_currency': true },
      expect: 'pass',
    },
    { name: 'nothing measured', facts: { 'case.token_metrics': 'none' }, expect: 'pass' },
    { name: 'unknown', facts: { 'case.token_metrics': null }, expect: 'needs_info' },
  ],
})
