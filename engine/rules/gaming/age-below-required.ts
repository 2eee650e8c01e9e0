import { GAME_CASE } from '../../cases/game.ts'
import { game, gamingRow, playerAge, requiredAge } from '../../facts/groups/game.ts'
import { broken, defineRule, passWith } from '../../rule.ts'

export default defineRule({
  code: 'AGE_BELOW_REQUIRED',
  version: 1,
  market: 'gaming',
  checks: ['gaming.age'],
  order: 1511,
  sentence: 'The person has reached the tier that request, activity and law of the place ask for.',
  message: 'The required age is {required}.',
  citation: { label: 'Law of the place as in the jurisdiction table; product rule', url: null },
  certainty: 'V',
  in_force_from: '2025-01-01',
  severity: 'block',
  byte: 36,
  params: {},
  needs: game,
  holds: (f, _p, now) => {
    const required = requiredAge(f.requested, f.activity, gamingRow(f.jurisdiction))
    return playerAge(f, now) >= required ? passWith({ required }) : broken({ required })
  },
  given: { ...GAME_CASE, 'game.activity': 'gambling', 'game.jurisdiction': 'GB' },
  goldens: [
    { name: 'United Kingdom, gambling, 20', facts: { 'subject.date_of_birth': '2005-11-22' }, expect: 'fail', details: { required: 21 } },
    { name: 'United Kingdom, gambling, 21', facts: { 'subject.date_of_birth': '2005-11-21' }, expect: 'pass' },
    { name: 'Belgium, gambling, 21', facts: { 'subject.date_of_birth': '2005-11-21', 'game.jurisdiction': 'BE' }, expect: 'pass' },
    {
      name: 'a lower request is raised',
      facts: { 'subject.date_of_birth': '2008-11-21', 'game.required_tier': '13+' },
      expect: 'fail',
      details: { required: 21 },
    },
    {
      name: 'a higher request counts',
      facts: { 'subject.date_of_birth': '2008-11-21', 'game.activity': 'general', 'game.required_tier': '21+' },
      expect: 'fail',
    },
    { name: 'general, 13', facts: { 'subject.date_of_birth': '2013-11-21', 'game.activity': 'general' }, expect: 'pass' },
    { name: 'general, 12', facts: { 'subject.date_of_birth': '2013-11-22', 'game.activity': 'general' }, expect: 'fail' },
    { name: 'marketplace, 17', facts: { 'subject.date_of_birth': '2008-11-22', 'game.activity': 'marketplace' }, expect: 'fail' },
    { name: 'marketplace, 18', facts: { 'subject.date_of_birth': '2008-11-21', 'game.activity': 'marketplace' }, expect: 'pass' },
    { name: 'skill, 17', facts: { 'subject.date_of_birth': '2008-11-22', 'game.activity': 'skill_gaming' }, expect: 'fail' },
    { name: 'skill, 18', facts: { 'subject.date_of_birth': '2008-11-21', 'game.activity': 'skill_gaming' }, expect: 'pass' },
    { name: 'unlisted place, gambling, 20', facts: { 'subject.date_of_birth': '2005-11-22', 'game.jurisdiction': 'XB' }, expect: 'fail' },
    { name: 'birth date unknown', facts: { 'subject.date_of_birth': null }, expect: 'needs_info' },
  ],
})
