import { fact } from '../../facts/vocabulary.ts'
import { k } from '../../facts.ts'
import { ask, broken, defineRule, deny, pass } from '../../rule.ts'
import { AUTHORITIES, isListOf } from '../../tables/sanctions-lists.ts'

export default defineRule({
  code: 'SANCTIONS_LIST_STALE',
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
  order: 1100,
  sentence: 'Every required sanctions list was known to be current in the last 24 hours.',
  message: {
    review: 'The list of {source} was last known to be current more than {fresh_hours} hours ago.',
    fail: 'The list of {source} was last known to be current more than {usable_hours} hours ago: screening is unavailable.',
    needs_info: 'No list of {source} is loaded.',
  },
  citation: {
    label: 'Product rule; OFAC strict liability (31 CFR chapter V)',
    url: 'https://www.ecfr.gov/current/title-31/subtitle-B/chapter-V',
  },
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'hold',
  upkeep: true,
  byte: 40,
  codes: { needs_info: 45 },
  params: { fresh_hours: 24, usable_hours: 72 },
  needs: { lists: fact('lists', k.list(k.record({ source: k.text, loaded_at: k.instant }))), nexus: fact('tenant.sanctions_nexus') },
  holds: (f, p, now) => {
    for (const authority of AUTHORITIES) {
      if (authority !== 'UN' && !f.nexus.includes(authority)) continue
      let age = Number.POSITIVE_INFINITY
      for (const l of f.lists) if (isListOf(l.source, authority) && l.loaded_at <= now.ms) age = Math.min(age, now.ms - l.loaded_at)
      if (age === Number.POSITIVE_INFINITY) return ask({ source: authority }, { missing: ['lists'] })
      // Beyond the second limit nothing may be answered at all; the API turns this into 503 screening_unavailable.
      if (age > p.usable_hours * 3_600_000) return deny({ source: authority, error: 'screening_unavailable', status: 503 })
      if (age > p.fresh_hours * 3_600_000) return broken({ source: authority })
    }
    return pass
  },
  given: {
    'tenant.sanctions_nexus': ['US', 'UN'],
    lists: [
      { source: 'us_ofac_sdn', version: '1', loaded_at: '2026-11-21T12:00:00Z' },
      { source: 'un_sc', version: '1', loaded_at: '2026-11-20T17:00:00Z' },
    ],
  },
  goldens: [
    { name: '24:00:00 old', facts: {}, expect: 'pass' },
    { name: '24:00:01 old', facts: { 'lists.1.loaded_at': '2026-11-20T16:59:59Z' }, expect: 'review' },
    { name: '72:00:00 old', facts: { 'lists.1.loaded_at': '2026-11-18T17:00:00Z' }, expect: 'review' },
    {
      name: '72:00:01 old',
      facts: { 'lists.1.loaded_at': '2026-11-18T16:59:59Z' },
      expect: 'fail',
      details: { error: 'screening_unavailable' },
    },
    {
      name: 'a required list is not loaded',
      facts: { lists: [{ source: 'un_sc', version: '1', loaded_at: '2026-11-21T12:00:00Z' }] },
      expect: 'needs_info',
    },
    {
      name: 'the newest load of two counts',
      facts: {
        lists: [
          { source: 'sandbox_sample', version: '1', loaded_at: '2026-11-01T00:00:00Z' },
          { source: 'sandbox_sample', version: '2', loaded_at: '2026-11-21T16:00:00Z' },
        ],
      },
      expect: 'pass',
    },
    {
      name: 'a newer sectoral list or compilation does not stand in for a stale one that blocks',
      facts: {
        lists: [
          { source: 'us_ofac_sdn', version: '1', loaded_at: '2026-11-18T12:00:00Z' },
          { source: 'us_ofac_cons', version: '1', loaded_at: '2026-11-21T16:00:00Z' },
          { source: 'us_csl', version: '1', loaded_at: '2026-11-21T16:00:00Z' },
          { source: 'un_sc', version: '1', loaded_at: '2026-11-21T12:00:00Z' },
        ],
      },
      expect: 'fail',
      details: { error: 'screening_unavailable' },
    },
    { name: 'a load in the future says nothing', facts: { 'lists.1.loaded_at': '2026-11-22T00:00:00Z' }, expect: 'needs_info' },
    { name: 'lists unknown', facts: { lists: null }, expect: 'needs_info' },
  ],
})
