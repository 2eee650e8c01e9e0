import { screeningVerdict } from '../../../calculations/parties.ts'
import { statute } from '../../../citations.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { broken, defineRule } from '../../../rule.ts'

export default defineRule({
  code: 'SANCTIONS_INVESTOR',
  version: 1,
  market: 'securities',
  checks: ['investment.accept', 'token.issue'],
  order: 315,
  byte: 23,
  upkeep: true,
  sentence: 'The investor, its owners of 25 % or more and the paying wallet are clear of sanctions, on fresh lists.',
  message: {
    fail: 'The investor, an owner or the paying wallet is on a sanctions list.',
    review: 'The screening of the investor has to be looked at: {why}.',
  },
  citation: statute('31 CFR chapter V', 'https://www.ecfr.gov/current/title-31/subtitle-B/chapter-V'),
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: { hours: 24 },
  needs: {
    self: fact('investor.sanctions.status', { at_least: 'listed' }),
    owners: fact('investor.sanctions.owners_status', { at_least: 'listed' }),
    wallet: fact('investor.sanctions.wallet_status', { at_least: 'listed' }),
    loaded: fact('investor.sanctions.lists_loaded_at', { at_least: 'listed' }),
  },
  holds: (f, p, now) => {
    const all = [f.self, f.owners, f.wallet]
    const worst = all.includes('hit') ? 'hit' : all.includes('possible_match') ? 'possible_match' : 'clear'
    return worst === 'hit' ? broken(undefined, { reason: 'SANCTIONED' }) : screeningVerdict(worst, f.loaded, now.ms, p.hours)
  },
  given: {
    as_of: '2026-06-02T12:00:00Z',
    'investor.sanctions.status': 'clear',
    'investor.sanctions.owners_status': 'clear',
    'investor.sanctions.wallet_status': 'clear',
    'investor.sanctions.lists_loaded_at': '2026-06-01T12:00:00Z',
  },
  goldens: [
    { name: 'clear', facts: {}, expect: 'pass' },
    { name: 'hit', facts: { 'investor.sanctions.status': 'hit' }, expect: 'fail', reason: 'SANCTIONED' },
    { name: 'an owner is listed', facts: { 'investor.sanctions.owners_status': 'hit' }, expect: 'fail' },
    { name: 'the wallet is listed', facts: { 'investor.sanctions.wallet_status': 'hit' }, expect: 'fail' },
    { name: 'possible match', facts: { 'investor.sanctions.status': 'possible_match' }, expect: 'review' },
    { name: 'old lists', facts: { as_of: '2026-06-02T12:00:01Z' }, expect: 'review' },
    { name: 'not screened', facts: { 'investor.sanctions.owners_status': null }, expect: 'needs_info' },
  ],
})
