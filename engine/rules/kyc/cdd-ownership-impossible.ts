import { fact } from '../../facts/vocabulary.ts'
import { companyFile, ownership, ownersNeeded } from '../../kyc-scope.ts'
import { ask, broken, defineRule, pass } from '../../rule.ts'

export default defineRule({
  code: 'CDD_OWNERSHIP_IMPOSSIBLE',
  version: 1,
  market: 'kyc',
  checks: ['wallet.verify', 'investor.verify'],
  order: 1024,
  sentence: 'The direct shares of a company add up to 100 percent, or the rest is noted as dispersed.',
  message: {
    review: 'The stated shares add up to more than the whole.',
    needs_info: 'The stated shares add up to less than the whole, and nothing says that the rest is dispersed.',
  },
  citation: { label: 'Sealwright product rule', url: null },
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'hold',
  perSubject: true,
  params: { whole_bps: 10_000 },
  needs: { ...companyFile, ...ownership, remainder: fact('subject.ownership_remainder') },
  applies: (f) => f.kind === 'entity' && f.level === 'enhanced' && ownersNeeded(f.type) === 'all',
  holds: (f, p) => {
    let sum = 0
    for (const h of f.holdings) if (h.of === f.person) sum += h.bps
    if (sum > p.whole_bps) return broken()
    return sum === p.whole_bps || f.remainder === 'dispersed' ? pass : ask({}, { missing: ['subject.ownership_remainder'] })
  },
  given: {
    'subject.kind': 'entity',
    'request.level': 'enhanced',
    'subject.entity_type': 'company',
    'subject.person_id': 'C',
    'subject.holdings': [
      { owner: 'p', of: 'C', bps: 6_000 },
      { owner: 'q', of: 'C', bps: 4_000 },
    ],
    'subject.ownership_remainder': 'none',
  },
  goldens: [
    { name: '100.00', facts: {}, expect: 'pass' },
    { name: '100.01', facts: { 'subject.holdings.1.bps': 4_001 }, expect: 'review' },
    { name: '60 without a note', facts: { 'subject.holdings': [{ owner: 'p', of: 'C', bps: 6_000 }] }, expect: 'needs_info' },
    {
      name: '60, the rest dispersed',
      facts: { 'subject.holdings': [{ owner: 'p', of: 'C', bps: 6_000 }], 'subject.ownership_remainder': 'dispersed' },
      expect: 'pass',
    },
    {
      name: 'shares of another company do not count',
      facts: {
        'subject.holdings': [
          { owner: 'p', of: 'C', bps: 10_000 },
          { owner: 'q', of: 'D', bps: 4_000 },
        ],
      },
      expect: 'pass',
    },
  ],
})
