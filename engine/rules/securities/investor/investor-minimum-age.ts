import { statute } from '../../../citations.ts'
import { ageOn } from '../../../dates.ts'
import { acquirerFacts } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { broken, defineRule, pass, review } from '../../../rule.ts'
import { inUnitedStates, stateIn } from '../../../tables/us-states.ts'

export default defineRule({
  code: 'INVESTOR_MINIMUM_AGE',
  version: 1,
  market: 'securities',
  checks: ['investment.accept'],
  order: 320,
  byte: 24,
  codes: { fail: 36, review: 36 },
  sentence:
    'A natural person is of the age at which the state of residence lets a person contract; a younger one needs a custodial account.',
  message: {
    fail: 'The investor is {age}; {least} is the age in {place}.',
    review: 'A custodial account for a younger person is judged by a person.',
  },
  citation: statute('State law on who may contract: Ala. Code 26-1-1(f); Neb. Rev. Stat. 43-2101(2); Miss. Code 93-19-13; 31 L.P.R.A.'),
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: { general: 18, states: { PR: 21 } },
  needs: {
    kind: acquirerFacts.kind,
    birth: fact('acquirer.birth_date', { at_least: 'established' }),
    residence: acquirerFacts.residence,
    state: acquirerFacts.usState,
    custodial: fact('acquirer.custodial_account'),
  },
  applies: (f) => f.kind === 'natural',
  holds: (f, p, now) => {
    const domestic = inUnitedStates(f.residence)
    const place = domestic ? stateIn(f.residence, () => f.state) : f.residence
    const states: Readonly<Record<string, number>> = p.states
    const least = domestic ? (states[place] ?? p.general) : p.general
    const age = ageOn(f.birth, now.day)
    if (age >= least) return pass
    return f.custodial ? review() : broken({ age, least, place })
  },
  given: {
    check: 'investment.accept',
    'acquirer.kind': 'natural',
    'acquirer.birth_date': '2008-11-21',
    'acquirer.residence': 'US',
    'acquirer.us_state': 'TX',
    'acquirer.custodial_account': false,
  },
  goldens: [
    { name: '18th birthday', facts: {}, expect: 'pass' },
    { name: 'the day before', facts: { 'acquirer.birth_date': '2008-11-22' }, expect: 'fail' },
    { name: 'Nebraska, 18, of age to contract', facts: { 'acquirer.us_state': 'NE' }, expect: 'pass' },
    { name: 'Nebraska, 17', facts: { 'acquirer.us_state': 'NE', 'acquirer.birth_date': '2008-11-22' }, expect: 'fail' },
    { name: 'Alabama, 18', facts: { 'acquirer.us_state': 'AL' }, expect: 'pass' },
    { name: 'Alabama, 17', facts: { 'acquirer.us_state': 'AL', 'acquirer.birth_date': '2008-11-22' }, expect: 'fail' },
    { name: 'Mississippi, 18', facts: { 'acquirer.us_state': 'MS' }, expect: 'pass' },
    { name: 'Mississippi, 17', facts: { 'acquirer.us_state': 'MS', 'acquirer.birth_date': '2008-11-22' }, expect: 'fail' },
    { name: 'Puerto Rico, 20', facts: { 'acquirer.us_state': 'PR', 'acquirer.birth_date': '2006-11-21' }, expect: 'fail' },
    { name: 'Puerto Rico, 21', facts: { 'acquirer.us_state': 'PR', 'acquirer.birth_date': '2005-11-21' }, expect: 'pass' },
    {
      name: 'Puerto Rico by its country code, 20',
      facts: { 'acquirer.residence': 'PR', 'acquirer.us_state': null, 'acquirer.birth_date': '2006-11-21' },
      expect: 'fail',
    },
    { name: 'Niger has the letters of Nebraska', facts: { 'acquirer.residence': 'NE', 'acquirer.us_state': null }, expect: 'pass' },
    { name: 'custodial account', facts: { 'acquirer.birth_date': '2015-01-01', 'acquirer.custodial_account': true }, expect: 'review' },
    { name: 'abroad', facts: { 'acquirer.residence': 'DE', 'acquirer.us_state': null }, expect: 'pass' },
    { name: 'no birth date', facts: { 'acquirer.birth_date': null }, expect: 'needs_info' },
    { name: 'entity', facts: { 'acquirer.kind': 'entity', 'acquirer.birth_date': null }, expect: 'not_applicable' },
  ],
})
