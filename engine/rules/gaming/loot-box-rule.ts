import { GAME_CASE } from '../../cases/game.ts'
import { consent, game, gamingRow, playerAge } from '../../facts/groups/game.ts'
import { fact } from '../../facts/vocabulary.ts'
import { ask, broken, defineRule, pass, review } from '../../rule.ts'

export default defineRule({
  code: 'LOOT_BOX_RULE',
  version: 1,
  market: 'gaming',
  checks: ['gaming.age'],
  order: 1516,
  sentence: 'Paid random items follow the law of the place.',
  message: {
    fail: 'Paid random items are not allowed here at this age.',
    needs_info: 'Published odds or a parent’s consent are needed.',
    review: 'The rules of this place for paid random items have to be looked at.',
  },
  citation: {
    label: 'Law of the place as in the jurisdiction table; FTC HoYoverse order of 2025',
    url: 'https://www.ftc.gov/news-events/news/press-releases/2025/01/genshin-impact-game-developer-will-be-banned-selling-lootboxes-teens-under-16-without-parental',
  },
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'block',
  byte: 36,
  codes: { needs_info: 45, review: 250 },
  params: { odds_max_days: 90, us_consent_below: 16, consent_days: 365 },
  needs: {
    loot: fact('game.loot_boxes'),
    birth: game.birth,
    proven: game.proven,
    reached: game.reached,
    today: game.today,
    jurisdiction: game.jurisdiction,
    odds: fact('game.odds_published_on'),
    consent,
  },
  applies: (f) => f.loot === true,
  holds: (f, p, now) => {
    const rule = gamingRow(f.jurisdiction)?.lootBoxes ?? 'review'
    if (rule === 'no') return broken()
    const age = playerAge(f, now)
    if (typeof rule === 'number' && age < rule) return broken()
    if (rule === 'review') return review()
    if (rule === 'odds' && (f.odds === null || f.odds > now.day || now.day - f.odds > p.odds_max_days))
      return ask({}, { missing: ['game.odds_published_on'] })
    if (f.jurisdiction.slice(0, 2) !== 'US' || age >= p.us_consent_below) return pass
    return f.consent !== null && f.consent.given_on <= now.day && now.day - f.consent.given_on <= p.consent_days
      ? pass
      : ask({}, { missing: ['game.parent_consent'] })
  },
  given: { ...GAME_CASE, 'game.loot_boxes': true, 'game.odds_published_on': '2026-08-23' },
  goldens: [
    { name: 'Belgium at any age', facts: { 'game.jurisdiction': 'BE' }, expect: 'fail' },
    { name: 'Brazil, 17', facts: { 'game.jurisdiction': 'BR', 'subject.date_of_birth': '2008-11-22' }, expect: 'fail' },
    { name: 'Brazil, 18', facts: { 'game.jurisdiction': 'BR', 'subject.date_of_birth': '2008-11-21' }, expect: 'pass' },
    { name: 'South Korea without odds', facts: { 'game.jurisdiction': 'KR', 'game.odds_published_on': 'none' }, expect: 'needs_info' },
    { name: 'odds of 90 days', facts: { 'game.jurisdiction': 'KR' }, expect: 'pass' },
    { name: 'odds of 91 days', facts: { 'game.jurisdiction': 'KR', 'game.odds_published_on': '2026-08-22' }, expect: 'needs_info' },
    { name: 'United States, 15 without consent', facts: { 'subject.date_of_birth': '2010-11-22' }, expect: 'needs_info' },
    { name: 'United States, 16', facts: { 'subject.date_of_birth': '2010-11-21' }, expect: 'pass' },
    {
      name: 'United States, 15 with consent',
      facts: {
        'subject.date_of_birth': '2010-11-22',
        'game.parent_consent': { given_on: '2025-11-21', verifiable: true, third_party: true },
      },
      expect: 'pass',
    },
    {
      name: 'United States, 15 with old consent',
      facts: {
        'subject.date_of_birth': '2010-11-22',
        'game.parent_consent': { given_on: '2025-11-20', verifiable: true, third_party: true },
      },
      expect: 'needs_info',
    },
    {
      name: 'United States, 15 with consent of tomorrow',
      facts: {
        'subject.date_of_birth': '2010-11-22',
        'game.parent_consent': { given_on: '2026-11-22', verifiable: true, third_party: true },
      },
      expect: 'needs_info',
    },
    { name: 'odds of tomorrow', facts: { 'game.jurisdiction': 'KR', 'game.odds_published_on': '2026-11-22' }, expect: 'needs_info' },
    { name: 'Spain is to be looked at', facts: { 'game.jurisdiction': 'ES' }, expect: 'review' },
    { name: 'Australia, 14', facts: { 'game.jurisdiction': 'AU', 'subject.date_of_birth': '2011-11-22' }, expect: 'fail' },
    { name: 'no paid random items', facts: { 'game.loot_boxes': false }, expect: 'not_applicable' },
    { name: 'not part of this check', facts: { 'game.loot_boxes': 'none' }, expect: 'not_applicable' },
    { name: 'unknown', facts: { 'game.loot_boxes': null }, expect: 'needs_info' },
  ],
})
