import { compareShare, indirectShare, shareBps, ultimateOwners } from '../../calculations/ownership.ts'
import { fact } from '../../facts/vocabulary.ts'
import { companyFile, ownership, ownersNeeded } from '../../kyc-scope.ts'
import { meets } from '../../money.ts'
import { broken, defineRule, pass } from '../../rule.ts'

export default defineRule({
  code: 'CDD_INDIRECT_SHARE',
  version: 1,
  market: 'kyc',
  checks: ['wallet.verify', 'investor.verify'],
  order: 1022,
  sentence: 'Shares are multiplied along chains and added over paths; the trustee stands for a trust.',
  message: 'These persons count as owners of a quarter or more ({owners}).',
  citation: { label: '31 CFR 1010.230(d)(1), (d)(3)', url: 'https://www.ecfr.gov/current/title-31/section-1010.230' },
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'info',
  perSubject: true,
  params: { share_bps: 2_500, op: '>=' },
  needs: { ...companyFile, ...ownership, trusts: fact('subject.trusts') },
  applies: (f) => f.kind === 'entity' && f.level === 'enhanced' && ownersNeeded(f.type) === 'all',
  holds: (f, p) => {
    const owners: string[] = []
    for (const person of ultimateOwners(f.holdings, f.person)) {
      const share = indirectShare(f.holdings, person, f.person)
      if (!meets(compareShare(share, p.share_bps), p.op, 0)) continue
      const trust = f.trusts.find((t) => t.trust === person)
      owners.push(`${trust?.trustee ?? person}: ${shareBps(share)}`)
    }
    return owners.length > 0 ? broken({ owners }) : pass
  },
  given: {
    'subject.kind': 'entity',
    'request.level': 'enhanced',
    'subject.entity_type': 'company',
    'subject.person_id': 'C',
    'subject.holdings': [
      { owner: 'p', of: 'A', bps: 5_000 },
      { owner: 'A', of: 'C', bps: 5_000 },
    ],
    'subject.trusts': [],
  },
  goldens: [
    { name: '50 of 50 counts', facts: {}, expect: 'info', details: { owners: ['p: 2500'] } },
    { name: '50 of 49.99 does not', facts: { 'subject.holdings.1.bps': 4_999 }, expect: 'pass' },
    {
      name: '20 direct and 50 of a tenth',
      facts: {
        'subject.holdings': [
          { owner: 'p', of: 'C', bps: 2_000 },
          { owner: 'p', of: 'B', bps: 5_000 },
          { owner: 'B', of: 'C', bps: 1_000 },
        ],
      },
      expect: 'info',
      details: { owners: ['p: 2500'] },
    },
    {
      name: 'the trustee of a trust',
      facts: { 'subject.holdings': [{ owner: 't1', of: 'C', bps: 3_000 }], 'subject.trusts': [{ trust: 't1', trustee: 'q' }] },
      expect: 'info',
      details: { owners: ['q: 3000'] },
    },
    { name: 'owners unknown', facts: { 'subject.holdings': null }, expect: 'needs_info' },
  ],
})
