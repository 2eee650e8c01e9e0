import { compareShare, indirectShare, shareBps, ultimateOwners } from '../../calculations/ownership.ts'
import { parseDay } from '../../dates.ts'
import { fact } from '../../facts/vocabulary.ts'
import { companyFile, ownership, ownersNeeded } from '../../kyc-scope.ts'
import { meets } from '../../money.ts'
import { broken, defineRule, pass } from '../../rule.ts'

export default defineRule({
  code: 'CDD_OWNER_25',
  version: 1,
  market: 'kyc',
  checks: ['wallet.verify', 'investor.verify'],
  order: 1021,
  sentence: 'Everyone who owns a quarter of the company, directly or through others, is identified and verified.',
  message: 'An owner of {share_bps} is not verified.',
  citation: {
    label: '31 CFR 1010.230(d)(1); Directive (EU) 2015/849 art 3(6); Regulation (EU) 2024/1624',
    url: 'https://www.ecfr.gov/current/title-31/section-1010.230',
  },
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'ask',
  perSubject: true,
  params: { share_bps: 2_500, us_op: '>=', eu_op: '>', eu_op_from: '2027-07-10', eu_later_op: '>=' },
  needs: {
    ...companyFile,
    ...ownership,
    verified: fact('subject.verified_persons'),
    regime: fact('tenant.cdd_regime'),
  },
  applies: (f) => f.kind === 'entity' && f.level === 'enhanced' && ownersNeeded(f.type) === 'all',
  holds: (f, p, now) => {
    const later = f.regime === 'EU' && now.day >= parseDay(p.eu_op_from)!
    const op = f.regime === 'US' ? p.us_op : later ? p.eu_later_op : p.eu_op
    for (const person of ultimateOwners(f.holdings, f.person)) {
      const share = indirectShare(f.holdings, person, f.person)
      if (meets(compareShare(share, p.share_bps), op, 0) && !f.verified.includes(person))
        return broken({ share_bps: shareBps(share) }, { missing: ['subject.verified_persons'] })
    }
    return pass
  },
  given: {
    'subject.kind': 'entity',
    'request.level': 'enhanced',
    'subject.entity_type': 'company',
    'subject.person_id': 'C',
    'subject.holdings': [{ owner: 'p', of: 'C', bps: 2_500 }],
    'subject.verified_persons': [],
    'tenant.cdd_regime': 'US',
  },
  goldens: [
    { name: 'United States, 25.00 unverified', facts: {}, expect: 'needs_info', details: { share_bps: '2500' } },
    { name: 'United States, 24.99', facts: { 'subject.holdings.0.bps': 2_499 }, expect: 'pass' },
    { name: 'United States, 25.00 verified', facts: { 'subject.verified_persons': ['p'] }, expect: 'pass' },
    { name: 'EU today, 25.00', facts: { 'tenant.cdd_regime': 'EU' }, expect: 'pass' },
    { name: 'EU today, 25.01', facts: { 'tenant.cdd_regime': 'EU', 'subject.holdings.0.bps': 2_501 }, expect: 'needs_info' },
    { name: 'EU on 2027-07-09, 25.00', facts: { 'tenant.cdd_regime': 'EU', as_of: '2027-07-09T17:00:00Z' }, expect: 'pass' },
    { name: 'EU on 2027-07-10, 25.00', facts: { 'tenant.cdd_regime': 'EU', as_of: '2027-07-10T17:00:00Z' }, expect: 'needs_info' },
    {
      name: 'EU on 2027-07-10, 24.99',
      facts: { 'tenant.cdd_regime': 'EU', as_of: '2027-07-10T17:00:00Z', 'subject.holdings.0.bps': 2_499 },
      expect: 'pass',
    },
    { name: 'UK in 2027, 25.00', facts: { 'tenant.cdd_regime': 'UK', as_of: '2027-07-10T17:00:00Z' }, expect: 'pass' },
    {
      name: '50 through 50',
      facts: {
        'subject.holdings': [
          { owner: 'p', of: 'A', bps: 5_000 },
          { owner: 'A', of: 'C', bps: 5_000 },
        ],
      },
      expect: 'needs_info',
    },
    { name: 'exempt company', facts: { 'subject.entity_type': 'bank' }, expect: 'not_applicable' },
    { name: 'owners unknown', facts: { 'subject.holdings': null }, expect: 'needs_info' },
  ],
})
