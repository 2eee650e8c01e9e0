import { fact } from '../../facts/vocabulary.ts'
import { broken, defineRule, pass, review } from '../../rule.ts'
import { denies } from '../../tables/sanctions-lists.ts'

export default defineRule({
  code: 'NFT_SANCTIONS_BOTH',
  version: 1,
  market: 'nfts',
  checks: ['nft.sale'],
  order: 1305,
  sentence: 'Creator, seller and buyer wallets are screened and clear at any price.',
  message: {
    fail: 'The wallet of the {party} is listed.',
    review: 'The wallet of the {party} is on a list outside the blocking lists of this account.',
  },
  citation: { label: '31 CFR chapter V', url: 'https://www.ecfr.gov/current/title-31/subtitle-B/chapter-V' },
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'block',
  byte: 23,
  params: {},
  needs: {
    creator: fact('creator.screen.addresses', { at_least: 'listed' }),
    seller: fact('seller.screen.addresses', { at_least: 'listed' }),
    buyer: fact('buyer.screen.addresses', { at_least: 'listed' }),
    nexus: fact('tenant.sanctions_nexus'),
  },
  holds: (f) => {
    let held: string | null = null
    for (const party of ['creator', 'seller', 'buyer'] as const) {
      for (const m of f[party]) {
        if (!m.active) continue
        if (denies(m.list, f.nexus)) return broken({ party })
        held = party
      }
    }
    return held === null ? pass : review({ party: held })
  },
  given: {
    'tenant.sanctions_nexus': ['US', 'UN'],
    'creator.screen.addresses': [],
    'seller.screen.addresses': [],
    'buyer.screen.addresses': [],
  },
  goldens: [
    { name: 'clear', facts: {}, expect: 'pass' },
    {
      name: 'one dollar, listed buyer',
      facts: { 'buyer.screen.addresses': [{ address: '0x1', list: 'us_ofac_sdn', active: true }] },
      expect: 'fail',
      details: { party: 'buyer' },
    },
    {
      name: 'listed creator',
      facts: { 'creator.screen.addresses': [{ address: '0x1', list: 'us_ofac_sdn', active: true }] },
      expect: 'fail',
      details: { party: 'creator' },
    },
    { name: 'listed seller', facts: { 'seller.screen.addresses': [{ address: '0x1', list: 'un_sc', active: true }] }, expect: 'fail' },
    {
      name: 'outside the nexus',
      facts: { 'seller.screen.addresses': [{ address: '0x1', list: 'eu_fsf', active: true }] },
      expect: 'review',
    },
    { name: 'delisted', facts: { 'seller.screen.addresses': [{ address: '0x1', list: 'us_ofac_sdn', active: false }] }, expect: 'pass' },
    { name: 'buyer not screened', facts: { 'buyer.screen.addresses': null }, expect: 'needs_info' },
  ],
})
