import { GAME_CASE } from '../../cases/game.ts'
import { isoDay } from '../../dates.ts'
import { game } from '../../facts/groups/game.ts'
import { fact } from '../../facts/vocabulary.ts'
import { broken, defineRule, pass, review } from '../../rule.ts'

export default defineRule({
  code: 'SELF_EXCLUDED',
  version: 1,
  market: 'gaming',
  checks: ['gaming.age'],
  order: 1506,
  sentence: 'The person has not excluded himself or herself from play.',
  message: { fail: 'Excluded through {until}.', review: 'A register of excluded persons could not be read.' },
  citation: { label: 'Local registers (GAMSTOP, OASIS, CRUKS, ROFUS, EPIS)', url: 'https://www.gamstop.co.uk/' },
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'block',
  byte: 35,
  codes: { review: 250 },
  params: {},
  needs: {
    activity: game.activity,
    today: game.today,
    until: fact('game.self_excluded_until'),
    readable: fact('game.registers_readable'),
  },
  applies: (f) => f.activity === 'gambling' || f.activity === 'skill_gaming',
  holds: (f) => {
    if (f.until !== null && f.today <= f.until) {
      const from = isoDay(f.until + 1)
      return broken(
        { until: isoDay(f.until) },
        { changes: [{ say: `from ${from}`, facts: { as_of: `${from}T12:00:00Z`, 'game.today': from, 'game.registers_readable': true } }] },
      )
    }
    return f.readable ? pass : review()
  },
  given: { ...GAME_CASE, 'game.activity': 'gambling', 'game.self_excluded_until': '2026-11-21', 'game.registers_readable': true },
  goldens: [
    { name: 'on the end date', facts: {}, expect: 'fail' },
    { name: 'the day after', facts: { 'game.today': '2026-11-22' }, expect: 'pass' },
    { name: 'register offline', facts: { 'game.self_excluded_until': 'none', 'game.registers_readable': false }, expect: 'review' },
    { name: 'not excluded', facts: { 'game.self_excluded_until': 'none' }, expect: 'pass' },
    { name: 'skill stakes', facts: { 'game.activity': 'skill_gaming' }, expect: 'fail' },
    { name: 'general play', facts: { 'game.activity': 'general' }, expect: 'not_applicable' },
    { name: 'unknown', facts: { 'game.self_excluded_until': null }, expect: 'needs_info' },
  ],
})
