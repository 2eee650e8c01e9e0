import { subject } from '../../facts/groups/subject.ts'
import { fact } from '../../facts/vocabulary.ts'
import { micro } from '../../money.ts'
import { broken, defineRule, deny, notApplicable, pass } from '../../rule.ts'

export default defineRule({
  code: 'SANCTIONS_EXPOSURE',
  version: 1,
  market: 'sanctions',
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
  ],
  order: 1116,
  sentence: 'The wallet has no direct flow with a listed address and little at two hops.',
  message: {
    review: 'The wallet had flows with a listed address.',
    fail: 'A tenth or more of what the wallet received came straight from a listed address.',
  },
  citation: {
    label: 'Sealwright product rule; OFAC virtual currency guidance of 2021-10',
    url: 'https://ofac.treasury.gov/media/913571/download',
  },
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'hold',
  perSubject: true,
  byte: 23,
  params: { dust_usd: '1.00', direct_bps: 1_000, second_bps: 2_500 },
  needs: {
    kind: subject.kind,
    exposure: fact('subject.screen.exposure', { at_least: 'listed' }),
  },
  applies: (f) => f.kind !== 'absent',
  holds: (f, p) => {
    const e = f.exposure
    if (e === null) return { ...notApplicable, reason: 'EXPOSURE_NOT_MEASURED' }
    if (e.direct_bps >= p.direct_bps) return deny()
    return e.direct_usd >= micro(p.dust_usd) || e.second_bps >= p.second_bps ? broken() : pass
  },
  given: { 'subject.kind': 'wallet', 'subject.screen.exposure': { direct_usd: '0.99', direct_bps: 0, second_bps: 0 } },
  goldens: [
    { name: 'dust of 0.99', facts: {}, expect: 'pass' },
    { name: 'direct 1.00', facts: { 'subject.screen.exposure.direct_usd': '1.00' }, expect: 'review' },
    {
      name: 'direct 9.99 percent',
      facts: { 'subject.screen.exposure.direct_bps': 999, 'subject.screen.exposure.direct_usd': '500' },
      expect: 'review',
    },
    {
      name: 'direct 10 percent',
      facts: { 'subject.screen.exposure.direct_bps': 1_000, 'subject.screen.exposure.direct_usd': '500' },
      expect: 'fail',
    },
    { name: 'two hops 25 percent', facts: { 'subject.screen.exposure.second_bps': 2_500 }, expect: 'review' },
    { name: 'two hops 24.99 percent', facts: { 'subject.screen.exposure.second_bps': 2_499 }, expect: 'pass' },
    { name: 'not measured', facts: { 'subject.screen.exposure': 'none' }, expect: 'not_applicable', reason: 'EXPOSURE_NOT_MEASURED' },
    { name: 'unknown whether measured', facts: { 'subject.screen.exposure': null }, expect: 'needs_info' },
  ],
})
