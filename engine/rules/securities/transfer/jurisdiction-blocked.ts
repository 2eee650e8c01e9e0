import { product } from '../../../citations.ts'
import { acquirerFacts } from '../../../facts/groups/securities.ts'
import { fact } from '../../../facts/vocabulary.ts'
import { broken, defineRule, pass } from '../../../rule.ts'

export default defineRule({
  code: 'JURISDICTION_BLOCKED',
  version: 1,
  market: 'securities',
  checks: ['transfer', 'investment.accept', 'token.issue'],
  order: 100,
  orderIn: { 'investment.accept': 321, 'token.issue': 321 },
  byte: 24,
  sentence: 'The acquirer lives where the offering may be held.',
  message: 'The offering may not be held in {country}.',
  citation: product('Offering settings'),
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'block',
  params: {},
  needs: {
    from: fact('from.person_id'),
    person: acquirerFacts.person,
    residence: acquirerFacts.residence,
    blocked: fact('offering.blocked_countries'),
    allowed: fact('offering.allowed_countries'),
  },
  applies: (f, _p, now) => !(now.check === 'transfer' && f.from === f.person),
  holds: (f) => {
    if (f.blocked.includes(f.residence)) return broken({ country: f.residence }, { reason: 'COUNTRY_BLOCKED' })
    const elsewhere = f.allowed !== null && !f.allowed.includes(f.residence)
    return elsewhere ? broken({ country: f.residence }, { reason: 'COUNTRY_NOT_ALLOWED' }) : pass
  },
  given: {
    check: 'transfer',
    'from.person_id': 'per_a',
    'acquirer.person_id': 'per_b',
    'acquirer.residence': 'US',
    'offering.blocked_countries': ['KP'],
    'offering.allowed_countries': 'none',
  },
  goldens: [
    { name: 'not blocked', facts: {}, expect: 'pass' },
    { name: 'blocked', facts: { 'acquirer.residence': 'KP' }, expect: 'fail', reason: 'COUNTRY_BLOCKED' },
    {
      name: 'not on the list of allowed',
      facts: { 'offering.allowed_countries': ['DE', 'FR'] },
      expect: 'fail',
      reason: 'COUNTRY_NOT_ALLOWED',
    },
    { name: 'on the list of allowed', facts: { 'offering.allowed_countries': ['US'] }, expect: 'pass' },
    { name: 'not known', facts: { 'acquirer.residence': null }, expect: 'needs_info' },
    { name: 'to oneself', facts: { 'acquirer.person_id': 'per_a', 'acquirer.residence': 'KP' }, expect: 'not_applicable' },
  ],
})
