import { fact } from '../../facts/vocabulary.ts'
import { broken, defineRule, pass, review } from '../../rule.ts'
import { denies } from '../../tables/sanctions-lists.ts'

export default defineRule({
  code: 'DEFI_SANCTIONS_ADDRESS',
  version: 1,
  market: 'defi',
  checks: ['defi.access'],
  order: 1405,
  sentence: 'Neither the wallet nor the contract it calls is listed.',
  message: { fail: 'The {party} is listed.', review: 'The {party} is on a list outside the blocking lists of this account.' },
  citation: { label: '31 CFR chapter V', url: 'https://www.ecfr.gov/current/title-31/subtitle-B/chapter-V' },
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'block',
  byte: 23,
  params: {},
  needs: {
    wallet: fact('subject.screen.addresses', { at_least: 'listed' }),
    contract: fact('defi.contract_matches'),
    nexus: fact('tenant.sanctions_nexus'),
  },
  holds: (f) => {
    let held: string | null = null
    for (const party of ['wallet', 'contract'] as const) {
      for (const m of f[party]) {
        if (!m.active) continue
        if (denies(m.list, f.nexus)) return broken({ party })
        held = party
      }
    }
    return held === null ? pass : review({ party: held })
  },
  given: { 'tenant.sanctions_nexus': ['US', 'UN'], 'subject.screen.addresses': [], 'defi.contract_matches': [], 'defi.action': 'withdraw' },
  goldens: [
    { name: 'clear', facts: {}, expect: 'pass' },
    {
      name: 'listed wallet, withdraw',
      facts: { 'subject.screen.addresses': [{ address: '0x1', list: 'us_ofac_sdn', active: true }] },
      expect: 'fail',
      details: { party: 'wallet' },
    },
    {
      name: 'listed contract',
      facts: { 'defi.contract_matches': [{ address: '0x2', list: 'us_ofac_sdn', active: true }] },
      expect: 'fail',
      details: { party: 'contract' },
    },
    {
      name: 'contract taken off the list',
      facts: { 'defi.contract_matches': [{ address: '0x2', list: 'us_ofac_sdn', active: false }] },
      expect: 'pass',
    },
    { name: 'outside the nexus', facts: { 'defi.contract_matches': [{ address: '0x2', list: 'eu_fsf', active: true }] }, expect: 'review' },
    { name: 'contract not screened', facts: { 'defi.contract_matches': null }, expect: 'needs_info' },
  ],
})
