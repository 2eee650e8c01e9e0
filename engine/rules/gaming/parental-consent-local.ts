import { GAME_CASE } from '../../cases/game.ts'
import { consent, game, gamingRow, playerAge } from '../../facts/groups/game.ts'
import { broken, defineRule, pass } from '../../rule.ts'
import { UNLISTED_MINIMUM } from '../../tables/gaming-jurisdictions.ts'

export default defineRule({
  code: 'PARENTAL_CONSENT_LOCAL',
  version: 1,
  market: 'gaming',
  checks: ['gaming.age'],
  order: 1512,
  sentence: "Below the local age of consent a parent's consent of the last year is on record.",
  message: 'Below {least} in this place a parent has to consent.',
  citation: {
    label: 'Regulation (EU) 2016/679 art 8; local law as in the jurisdiction table',
    url: 'https://eur-lex.europa.eu/eli/reg/2016/679/oj',
  },
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'ask',
  byte: 36,
  codes: { needs_info: 45 },
  params: { max_days: 365, child: 13 },
  needs: { birth: game.birth, proven: game.proven, reached: game.reached, today: game.today, jurisdiction: game.jurisdiction, consent },
  holds: (f, p, now) => {
    const least = gamingRow(f.jurisdiction)?.minGeneral ?? UNLISTED_MINIMUM.general
    const age = playerAge(f, now)
    if (age < p.child || age >= least) return pass
    const c = f.consent
    return c !== null && c.given_on <= now.day && now.day - c.given_on <= p.max_days
      ? pass
      : broken({ least }, { missing: ['game.parent_consent'] })
  },
  given: { ...GAME_CASE, 'game.jurisdiction': 'DE', 'subject.date_of_birth': '2010-11-22' },
  goldens: [
    { name: 'Germany, 15, none', facts: {}, expect: 'needs_info', details: { least: 16 } },
    { name: 'Germany, 16', facts: { 'subject.date_of_birth': '2010-11-21' }, expect: 'pass' },
    {
      name: 'France, 14 with consent',
      facts: {
        'game.jurisdiction': 'FR',
        'subject.date_of_birth': '2012-11-21',
        'game.parent_consent': { given_on: '2025-11-21', verifiable: true, third_party: true },
      },
      expect: 'pass',
    },
    {
      name: 'consent of 366 days',
      facts: { 'game.parent_consent': { given_on: '2025-11-20', verifiable: true, third_party: true } },
      expect: 'needs_info',
    },
    { name: 'United States, 13', facts: { 'game.jurisdiction': 'US', 'subject.date_of_birth': '2013-11-21' }, expect: 'pass' },
    { name: "a child of 12 is another rule's", facts: { 'subject.date_of_birth': '2013-11-22' }, expect: 'pass' },
    {
      name: 'unlisted place, 17',
      facts: { 'game.jurisdiction': 'XB', 'subject.date_of_birth': '2008-11-22' },
      expect: 'needs_info',
      details: { least: 18 },
    },
    { name: 'Germany, 13, none', facts: { 'subject.date_of_birth': '2013-11-21' }, expect: 'needs_info' },
    {
      name: 'Germany, a tier of 13 and no year',
      facts: { 'subject.date_of_birth': 'none', 'game.proven_tier': '13+' },
      expect: 'needs_info',
    },
    {
      name: 'Germany, a tier of 13 and the year 16',
      facts: { 'subject.date_of_birth': 'none', 'game.proven_tier': '13+', 'game.reached_age': 16 },
      expect: 'pass',
    },
    { name: 'consent unknown', facts: { 'game.parent_consent': null }, expect: 'needs_info' },
  ],
})
