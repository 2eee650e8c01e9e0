import { TRAVEL_CASE, US_MESSAGE } from '../../cases/travel.ts'
import { travel, travelState } from '../../facts/groups/travel.ts'
import { fact } from '../../facts/vocabulary.ts'
import { ask, broken, defineRule, pass } from '../../rule.ts'

export default defineRule({
  code: 'TRAVEL_RULE_INBOUND_MISSING',
  version: 1,
  market: 'payments',
  checks: ['payment'],
  order: 1675,
  sentence: 'A transfer that arrives without its data is held, and a provider that keeps failing is reported.',
  message: 'Data is missing on arrival ({pointers}); failures of this provider in 30 days: {failures}.',
  citation: { label: 'Regulation (EU) 2023/1113 art 16, 17', url: 'https://eur-lex.europa.eu/eli/reg/2023/1113/oj' },
  certainty: 'K',
  in_force_from: '2025-01-01',
  severity: 'hold',
  byte: 30,
  params: { report_after: 3 },
  needs: { ...travel, failures: fact('tx.travel.vasp_failures_30d') },
  applies: (f) => f.seats.length > 0 && f.direction === 'inbound',
  holds: (f, p) => {
    const state = travelState(f)
    if (state.needCurrency.length > 0) return ask({ pointers: state.needCurrency, failures: 0 }, { missing: ['tx.local_amounts'] })
    if (state.missing.length === 0) return pass
    // The transfer now judged is itself a failure.
    const failures = f.failures + 1
    return broken({ pointers: state.missing, failures, task: failures >= p.report_after ? 'report_provider' : null })
  },
  given: {
    ...TRAVEL_CASE,
    'tx.direction': 'inbound',
    'tx.travel.seats': ['DE'],
    'tx.amount': { amount: '50', currency: 'EUR' },
    'tx.travel.message': 'none',
    'tx.travel.vasp_failures_30d': 0,
  },
  goldens: [
    { name: 'first time', facts: {}, expect: 'review', details: { failures: 1, task: null } },
    { name: 'second time', facts: { 'tx.travel.vasp_failures_30d': 1 }, expect: 'review', details: { task: null } },
    { name: 'third time in 30 days', facts: { 'tx.travel.vasp_failures_30d': 2 }, expect: 'review', details: { task: 'report_provider' } },
    {
      name: 'United States, below 3,000',
      facts: { 'tx.travel.seats': ['US'], 'tx.amount': { amount: '2999.99', currency: 'USD' } },
      expect: 'pass',
    },
    {
      name: 'complete',
      facts: {
        'tx.travel.message': US_MESSAGE,
        'tx.travel.message.originator.originatorPersons.0.naturalPerson.dateAndPlaceOfBirth': {
          dateOfBirth: '1990-05-17',
          placeOfBirth: 'Berlin',
        },
      },
      expect: 'pass',
    },
    { name: 'outbound', facts: { 'tx.direction': 'outbound' }, expect: 'not_applicable' },
  ],
})
