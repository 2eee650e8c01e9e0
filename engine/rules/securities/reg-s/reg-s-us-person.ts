import { cfr } from '../../../citations.ts'
import { acquirerFacts, offeringFacts } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { broken, defineRule, pass } from '../../../rule.ts'
import { inUnitedStates } from '../../../tables/us-states.ts'

/** What each exclusion of 902(k)(2) is about, by the answers it takes the force from. Every other answer stands beside it. */
const LIFTS: Readonly<Record<string, readonly string[]>> = {
  none: [],
  us_dealer_for_foreign: ['organised_in_us', 'us_fiduciary_discretion'],
  foreign_co_fiduciary: ['estate_us_executor', 'trust_us_trustee'],
  foreign_plan: ['trust_us_trustee', 'us_fiduciary_discretion'],
  foreign_branch: ['organised_in_us'],
  international_organisation: ['organised_in_us', 'us_branch', 'us_fiduciary_discretion'],
}

const usPerson = (details: { why: string }) => broken(details, { reason: 'US_PERSON' })

export default defineRule({
  code: 'REG_S_US_PERSON',
  version: 1,
  market: 'securities',
  checks: ['investment.accept'],
  order: 367,
  sentence: 'A Regulation S purchaser is not a US person; residence and organisation decide, not citizenship.',
  message: { fail: 'The purchaser is a US person: {why}.', pass: '' },
  citation: cfr(17, '230.902', '(k)'),
  certainty: 'V',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: {},
  needs: {
    regulation: offeringFacts.regulation,
    kind: acquirerFacts.kind,
    residence: acquirerFacts.residence,
    answers: fact('acquirer.us_person_answers'),
  },
  applies: (f) => f.regulation === 'reg_s',
  holds: (f) => {
    const a = f.answers
    // The exclusions of 902(k)(2) are for accounts, estates, plans, branches and organisations: none is for somebody who lives there.
    if (f.kind === 'natural' && inUnitedStates(f.residence)) return usPerson({ why: 'lives in the United States' })
    const counts = (answer: keyof typeof a) => a[answer] === true && LIFTS[a.exclusion]?.includes(answer) !== true
    if (f.kind === 'entity' && counts('organised_in_us')) return usPerson({ why: 'organised in the United States' })
    if (counts('estate_us_executor')) return usPerson({ why: 'estate with a US executor' })
    if (counts('trust_us_trustee')) return usPerson({ why: 'trust with a US trustee' })
    if (counts('us_branch')) return usPerson({ why: 'US branch of a foreign entity' })
    if (counts('account_for_us_person')) return usPerson({ why: 'account for a US person' })
    if (counts('us_fiduciary_discretion')) return usPerson({ why: 'account of a US fiduciary' })
    if (a.formed_by_us_persons && !a.owned_by_accredited_entities)
      return usPerson({ why: 'formed by US persons to buy unregistered securities' })
    return pass
  },
  given: {
    check: 'investment.accept',
    'offering.regulation': 'reg_s',
    'acquirer.kind': 'natural',
    'acquirer.residence': 'PT',
    'acquirer.us_person_answers': {
      organised_in_us: false,
      estate_us_executor: false,
      trust_us_trustee: false,
      us_branch: false,
      account_for_us_person: false,
      us_fiduciary_discretion: false,
      formed_by_us_persons: false,
      owned_by_accredited_entities: false,
      exclusion: 'none',
    },
  },
  goldens: [
    { name: 'US citizen living in Lisbon', facts: {}, expect: 'pass' },
    { name: 'German citizen living in Texas', facts: { 'acquirer.residence': 'US' }, expect: 'fail', reason: 'US_PERSON' },
    { name: 'living in San Juan', facts: { 'acquirer.residence': 'PR' }, expect: 'fail' },
    {
      name: 'living in Texas, whatever exclusion is named',
      facts: { 'acquirer.residence': 'US', 'acquirer.us_person_answers.exclusion': 'us_dealer_for_foreign' },
      expect: 'fail',
    },
    { name: 'residence unknown', facts: { 'acquirer.residence': null }, expect: 'needs_info' },
    {
      name: 'company organised in the US',
      facts: { 'acquirer.kind': 'entity', 'acquirer.us_person_answers.organised_in_us': true },
      expect: 'fail',
    },
    {
      name: 'company formed by US persons for this',
      facts: { 'acquirer.kind': 'entity', 'acquirer.residence': 'VG', 'acquirer.us_person_answers.formed_by_us_persons': true },
      expect: 'fail',
    },
    {
      name: 'formed by US persons, owned by accredited entities',
      facts: {
        'acquirer.kind': 'entity',
        'acquirer.us_person_answers.formed_by_us_persons': true,
        'acquirer.us_person_answers.owned_by_accredited_entities': true,
      },
      expect: 'pass',
    },
    { name: 'US executor', facts: { 'acquirer.us_person_answers.estate_us_executor': true }, expect: 'fail' },
    { name: 'US trustee', facts: { 'acquirer.us_person_answers.trust_us_trustee': true }, expect: 'fail' },
    {
      name: 'US trustee with a foreign co-fiduciary',
      facts: { 'acquirer.us_person_answers.trust_us_trustee': true, 'acquirer.us_person_answers.exclusion': 'foreign_co_fiduciary' },
      expect: 'pass',
    },
    {
      name: 'US fiduciary with discretion for a foreign account',
      facts: {
        'acquirer.us_person_answers.us_fiduciary_discretion': true,
        'acquirer.us_person_answers.exclusion': 'us_dealer_for_foreign',
      },
      expect: 'pass',
    },
    {
      name: 'account for a US person at a US dealer, whatever exclusion is named',
      facts: { 'acquirer.us_person_answers.account_for_us_person': true, 'acquirer.us_person_answers.exclusion': 'us_dealer_for_foreign' },
      expect: 'fail',
    },
    {
      name: 'US branch, with the exclusion of trusts and estates',
      facts: { 'acquirer.us_person_answers.us_branch': true, 'acquirer.us_person_answers.exclusion': 'foreign_co_fiduciary' },
      expect: 'fail',
    },
    {
      name: 'branch abroad of a US bank',
      facts: {
        'acquirer.kind': 'entity',
        'acquirer.us_person_answers.organised_in_us': true,
        'acquirer.us_person_answers.exclusion': 'foreign_branch',
      },
      expect: 'pass',
    },
    {
      name: 'formed by US persons, called a branch abroad',
      facts: {
        'acquirer.kind': 'entity',
        'acquirer.us_person_answers.formed_by_us_persons': true,
        'acquirer.us_person_answers.exclusion': 'foreign_branch',
      },
      expect: 'fail',
    },
    { name: 'US branch', facts: { 'acquirer.us_person_answers.us_branch': true }, expect: 'fail' },
    { name: 'account for a US person', facts: { 'acquirer.us_person_answers.account_for_us_person': true }, expect: 'fail' },
    { name: 'US fiduciary', facts: { 'acquirer.us_person_answers.us_fiduciary_discretion': true }, expect: 'fail' },
    { name: '506(c)', facts: { 'offering.regulation': 'reg_d_506c' }, expect: 'not_applicable' },
  ],
})
