import { ageOn } from '../../dates.ts'
import { subject } from '../../facts/groups/subject.ts'
import { fact } from '../../facts/vocabulary.ts'
import { k } from '../../facts.ts'
import { broken, defineRule, pass } from '../../rule.ts'

export default defineRule({
  code: 'KYC_UNDER_AGE',
  version: 1,
  market: 'kyc',
  checks: ['wallet.verify', 'investor.verify'],
  order: 1018,
  sentence: 'The person is old enough: 18 for contracts, 13 for games.',
  message: 'The person is too young: contracts take 18 years, games 13.',
  citation: { label: 'Product rule; 16 CFR part 312', url: 'https://www.ecfr.gov/current/title-16/part-312' },
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'block',
  perSubject: true,
  byte: 36,
  params: { contract: 18, game: 13 },
  needs: {
    kind: subject.kind,
    birth: fact('subject.date_of_birth', k.day, { at_least: 'established' }),
    market: fact('request.market'),
  },
  applies: (f) => f.kind === 'natural',
  holds: (f, p, now) => {
    // An identity that is not bound to a market yet carries its age flags; only a child is turned away here.
    const least = f.market === 'gaming' || f.market === 'any' ? p.game : p.contract
    return ageOn(f.birth, now.day) >= least ? pass : broken({ least })
  },
  given: { 'subject.kind': 'natural', 'subject.date_of_birth': '2008-11-21', 'request.market': 'defi' },
  goldens: [
    { name: '18th birthday', facts: {}, expect: 'pass' },
    { name: 'the day before', facts: { 'subject.date_of_birth': '2008-11-22' }, expect: 'fail' },
    { name: '13, a game', facts: { 'subject.date_of_birth': '2013-11-21', 'request.market': 'gaming' }, expect: 'pass' },
    { name: '12, a game', facts: { 'subject.date_of_birth': '2013-11-22', 'request.market': 'gaming' }, expect: 'fail' },
    { name: '17, no market yet', facts: { 'subject.date_of_birth': '2008-11-22', 'request.market': 'any' }, expect: 'pass' },
    { name: '12, no market yet', facts: { 'subject.date_of_birth': '2013-11-22', 'request.market': 'any' }, expect: 'fail' },
    { name: 'birth date unknown', facts: { 'subject.date_of_birth': null }, expect: 'needs_info' },
    { name: 'market unknown', facts: { 'request.market': null }, expect: 'needs_info' },
    { name: 'a company', facts: { 'subject.kind': 'entity' }, expect: 'not_applicable' },
  ],
})
