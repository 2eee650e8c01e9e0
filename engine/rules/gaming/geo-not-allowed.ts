import { GAME_CASE } from '../../cases/game.ts'
import { game, gamingRow } from '../../facts/groups/game.ts'
import { fact } from '../../facts/vocabulary.ts'
import { ask, broken, defineRule, pass, review } from '../../rule.ts'
import { EMBARGO } from '../../tables/country-risk.ts'
import { REGION_NEEDED_FOR_GAMBLING } from '../../tables/gaming-jurisdictions.ts'

export default defineRule({
  code: 'GEO_NOT_ALLOWED',
  version: 1,
  market: 'gaming',
  checks: ['gaming.age'],
  order: 1515,
  sentence: 'The activity is allowed in the place, and gambling only under a licence there.',
  message: {
    fail: 'Not allowed in {place}.',
    review: 'The rules of {place} have to be looked at.',
    needs_info: 'The state or province is needed for gambling.',
  },
  citation: {
    label: 'UIGEA, 31 USC 5361; law of the place as in the jurisdiction table',
    url: 'https://www.law.cornell.edu/uscode/text/31/5361',
  },
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'block',
  byte: 24,
  codes: { needs_info: 45 },
  params: {},
  needs: {
    activity: game.activity,
    jurisdiction: game.jurisdiction,
    blocked: fact('tenant.game_blocklist'),
    ip: fact('game.ip_place'),
    licences: fact('tenant.licences'),
  },
  holds: (f) => {
    const place = f.jurisdiction
    const country = place.slice(0, 2)
    if (EMBARGO.includes(place) || EMBARGO.includes(country) || f.blocked.includes(place) || f.blocked.includes(country))
      return broken({ place })
    const row = gamingRow(place)
    if (row === null) return review({ place })
    if (f.ip !== null && f.ip.slice(0, 2) !== country) return review({ place })
    if (f.activity !== 'gambling') return pass
    if (REGION_NEEDED_FOR_GAMBLING.includes(place)) return ask({ place }, { missing: ['game.jurisdiction'] })
    if (row.onlineGambling === 'no') return broken({ place })
    if (row.onlineGambling === 'review') return review({ place })
    // Where only some kinds are legal the licence has to name the kind; elsewhere any licence of the place will do.
    const licensed = f.licences.some((l) =>
      row.onlineGambling === 'partial'
        ? l.startsWith(`gambling:${row.code}:`)
        : l === `gambling:${row.code}` || l.startsWith(`gambling:${row.code}:`),
    )
    if (licensed) return pass
    const licence = row.onlineGambling === 'partial' ? `gambling:${row.code}:sports` : `gambling:${row.code}`
    const kind = row.onlineGambling === 'partial' ? 'with a licence of the place that names the kind' : 'with a licence of the place'
    return broken({ place }, { changes: [{ say: kind, facts: { 'tenant.licences': [...f.licences, licence] } }] })
  },
  given: {
    ...GAME_CASE,
    'game.activity': 'gambling',
    'game.jurisdiction': 'US-NJ',
    'tenant.game_blocklist': [],
    'game.ip_place': 'none',
    'tenant.licences': ['gambling:US-NJ'],
  },
  goldens: [
    { name: 'Utah', facts: { 'game.jurisdiction': 'US-UT' }, expect: 'fail' },
    { name: 'New Jersey with a licence', facts: {}, expect: 'pass' },
    { name: 'New Jersey without', facts: { 'tenant.licences': [] }, expect: 'fail' },
    { name: 'United States without a state', facts: { 'game.jurisdiction': 'US' }, expect: 'needs_info' },
    { name: 'Canada without a province', facts: { 'game.jurisdiction': 'CA' }, expect: 'needs_info' },
    {
      name: 'partly legal, the licence names no kind',
      facts: { 'game.jurisdiction': 'US-NY', 'tenant.licences': ['gambling:US-NY'] },
      expect: 'fail',
    },
    {
      name: 'partly legal, the licence names the kind',
      facts: { 'game.jurisdiction': 'US-NY', 'tenant.licences': ['gambling:US-NY:sports'] },
      expect: 'pass',
    },
    { name: 'general play in the United States', facts: { 'game.activity': 'general', 'game.jurisdiction': 'US' }, expect: 'pass' },
    { name: 'embargoed', facts: { 'game.activity': 'general', 'game.jurisdiction': 'IR' }, expect: 'fail' },
    { name: 'unlisted', facts: { 'game.activity': 'general', 'game.jurisdiction': 'XB' }, expect: 'review' },
    {
      name: 'barred by the tenant',
      facts: { 'game.activity': 'general', 'game.jurisdiction': 'XA', 'tenant.game_blocklist': ['XA'] },
      expect: 'fail',
    },
    { name: 'the connection comes from elsewhere', facts: { 'game.ip_place': 'DE' }, expect: 'review' },
    { name: 'the connection agrees', facts: { 'game.ip_place': 'US-NJ' }, expect: 'pass' },
    { name: 'place unknown', facts: { 'game.jurisdiction': null }, expect: 'needs_info' },
  ],
})
