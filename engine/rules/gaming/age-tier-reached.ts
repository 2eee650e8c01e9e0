import { ageTier } from '../../calculations/ages.ts'
import { GAME_CASE } from '../../cases/game.ts'
import { game, playerAge } from '../../facts/groups/game.ts'
import { broken, defineRule, passWith } from '../../rule.ts'

export default defineRule({
  code: 'AGE_TIER_REACHED',
  version: 1,
  market: 'gaming',
  checks: ['gaming.age'],
  order: 1510,
  sentence: 'The highest age tier that the person has reached on the date of the place.',
  message: 'The person has not reached 13.',
  citation: { label: 'Sealwright product rule; date of the place of play', url: null },
  certainty: 'V',
  in_force_from: '2025-01-01',
  severity: 'info',
  params: {},
  needs: { birth: game.birth, proven: game.proven, today: game.today },
  holds: (f, _p, now) => {
    const tier = ageTier(playerAge(f, now))
    return tier === 'under_13' ? broken({ age_tier: tier }) : passWith({ age_tier: tier })
  },
  given: GAME_CASE,
  goldens: [
    { name: '12', facts: { 'subject.date_of_birth': '2013-11-22' }, expect: 'info', details: { age_tier: 'under_13' } },
    { name: '13', facts: { 'subject.date_of_birth': '2013-11-21' }, expect: 'pass', details: { age_tier: '13+' } },
    { name: '17', facts: { 'subject.date_of_birth': '2008-11-22' }, expect: 'pass', details: { age_tier: '13+' } },
    { name: '18', facts: { 'subject.date_of_birth': '2008-11-21' }, expect: 'pass', details: { age_tier: '18+' } },
    { name: '20', facts: { 'subject.date_of_birth': '2005-11-22' }, expect: 'pass', details: { age_tier: '18+' } },
    { name: '21', facts: { 'subject.date_of_birth': '2005-11-21' }, expect: 'pass', details: { age_tier: '21+' } },
    {
      name: 'California, 07:59:59 UTC',
      facts: {
        'subject.date_of_birth': '2008-11-21',
        'game.jurisdiction': 'US-CA',
        'game.today': '2026-11-20',
        as_of: '2026-11-21T07:59:59Z',
      },
      expect: 'pass',
      details: { age_tier: '13+' },
    },
    {
      name: 'California, 08:00:00 UTC',
      facts: {
        'subject.date_of_birth': '2008-11-21',
        'game.jurisdiction': 'US-CA',
        'game.today': '2026-11-21',
        as_of: '2026-11-21T08:00:00Z',
      },
      expect: 'pass',
      details: { age_tier: '18+' },
    },
    {
      name: 'leap birthday on 28 February',
      facts: { 'subject.date_of_birth': '2008-02-29', 'game.today': '2026-02-28', as_of: '2026-02-28T17:00:00Z' },
      expect: 'pass',
      details: { age_tier: '13+' },
    },
    {
      name: 'leap birthday on 1 March',
      facts: { 'subject.date_of_birth': '2008-02-29', 'game.today': '2026-03-01', as_of: '2026-03-01T17:00:00Z' },
      expect: 'pass',
      details: { age_tier: '18+' },
    },
    {
      name: 'a proven tier without a birth date',
      facts: { 'subject.date_of_birth': 'none', 'game.proven_tier': '18+' },
      expect: 'pass',
      details: { age_tier: '18+' },
    },
    { name: 'neither', facts: { 'subject.date_of_birth': 'none' }, expect: 'needs_info' },
    { name: 'a date two days off', facts: { 'game.today': '2026-11-23' }, expect: 'needs_info' },
    { name: 'date of the place unknown', facts: { 'game.today': null }, expect: 'needs_info' },
  ],
})
