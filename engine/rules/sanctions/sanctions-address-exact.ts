import { normaliseAddress } from '../../calculations/address.ts'
import { subject } from '../../facts/groups/subject.ts'
import { ask, broken, defineRule, info, pass, review } from '../../rule.ts'
import { denies } from '../../tables/sanctions-lists.ts'

export default defineRule({
  code: 'SANCTIONS_ADDRESS_EXACT',
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
  order: 1110,
  sentence: 'The wallet address is not a listed digital-currency address.',
  message: {
    fail: 'The wallet address is on the list {list}.',
    review: 'The wallet address is on a list outside the blocking lists of this account ({list}).',
    needs_info: 'The address of the wallet is needed.',
    info: 'The address was listed before and is not any more ({list}).',
  },
  citation: { label: 'OFAC SDN digital currency addresses; 31 CFR chapter V', url: 'https://ofac.treasury.gov/faqs/562' },
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'block',
  perSubject: true,
  byte: 23,
  codes: { needs_info: 45 },
  params: {},
  needs: { kind: subject.kind, address: subject.address, matches: subject.addressMatches, nexus: subject.nexus },
  applies: (f) => f.kind !== 'absent',
  holds: (f) => {
    if (f.matches.length === 0) return f.address === null && f.kind === 'wallet' ? ask({}, { missing: ['subject.address'] }) : pass
    const own = f.address === null ? '' : normaliseAddress(f.address)
    let held: string | null = null
    let was: string | null = null
    for (const m of f.matches) {
      if (!m.active) was = m.list
      // A hit that names another address than the one screened is a fault upstream and goes to a person.
      else if (normaliseAddress(m.address) !== own) held = m.list
      else if (denies(m.list, f.nexus)) return broken({ list: m.list })
      else held = m.list
    }
    if (held !== null) return review({ list: held })
    return was === null ? pass : info({ list: was }, { reason: 'WAS_LISTED' })
  },
  given: {
    'subject.kind': 'wallet',
    'subject.address': '0xabcdef0000000000000000000000000000000001',
    'subject.screen.addresses': [],
    'tenant.sanctions_nexus': ['US', 'UN'],
  },
  goldens: [
    { name: 'clear', facts: {}, expect: 'pass' },
    {
      name: 'listed',
      facts: { 'subject.screen.addresses': [{ address: '0xabcdef0000000000000000000000000000000001', list: 'us_ofac_sdn', active: true }] },
      expect: 'fail',
    },
    {
      name: 'listed, mixed case',
      facts: {
        'subject.address': '0xABCdef0000000000000000000000000000000001',
        'subject.screen.addresses': [{ address: '0xabcDEF0000000000000000000000000000000001', list: 'us_ofac_sdn', active: true }],
      },
      expect: 'fail',
    },
    {
      name: 'delisted yesterday',
      facts: {
        'subject.screen.addresses': [{ address: '0xabcdef0000000000000000000000000000000001', list: 'us_ofac_sdn', active: false }],
      },
      expect: 'info',
      reason: 'WAS_LISTED',
    },
    {
      name: 'listed by an authority outside the nexus',
      facts: { 'subject.screen.addresses': [{ address: '0xabcdef0000000000000000000000000000000001', list: 'eu_fsf', active: true }] },
      expect: 'review',
    },
    {
      name: 'case carries meaning outside EVM',
      facts: {
        'subject.address': 'TVacWx7F5wgMgn49L5frDf9KLgdYy8nPHL',
        'subject.screen.addresses': [{ address: 'tvacwx7f5wgmgn49l5frdf9klgdyy8nphl', list: 'us_ofac_sdn', active: true }],
      },
      expect: 'review',
    },
    {
      name: 'the United Nations list always blocks',
      facts: {
        'tenant.sanctions_nexus': ['EU'],
        'subject.screen.addresses': [{ address: '0xabcdef0000000000000000000000000000000001', list: 'un_sc', active: true }],
      },
      expect: 'fail',
    },
    { name: 'nothing screened', facts: { 'subject.screen.addresses': null }, expect: 'needs_info' },
    { name: 'a wallet without an address', facts: { 'subject.address': 'none' }, expect: 'needs_info' },
    { name: 'no such party', facts: { 'subject.kind': 'absent' }, expect: 'not_applicable' },
  ],
})
