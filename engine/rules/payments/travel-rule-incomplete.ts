import { TRAVEL_CASE, US_MESSAGE } from '../../cases/travel.ts'
import { missingPaths, travel, travelState } from '../../facts/groups/travel.ts'
import { ask, broken, defineRule, notApplicable, passWith } from '../../rule.ts'

export default defineRule({
  code: 'TRAVEL_RULE_INCOMPLETE',
  version: 1,
  market: 'payments',
  checks: ['payment'],
  order: 1670,
  sentence: 'Before a transfer is released, the data that the travel rules of both sides ask for is there.',
  message: 'Travel-rule data is missing under {regimes}: {pointers}.',
  citation: {
    label: '31 CFR 1010.410(e), (f); Regulation (EU) 2023/1113 art 14, 16; FATF R.16',
    url: 'https://www.ecfr.gov/current/title-31/section-1010.410',
  },
  certainty: 'V',
  in_force_from: '2025-01-01',
  severity: 'ask',
  byte: 30,
  params: {},
  needs: travel,
  holds: (f) => {
    // Wallet to wallet with nobody obliged on either side: the rule binds no one, the other checks still run.
    if (f.seats.length === 0) return { ...notApplicable, reason: 'NO_OBLIGED_ENTITY' }
    if (f.direction === 'inbound') return notApplicable
    const state = travelState(f)
    if (state.needCurrency.length > 0) return ask({ regimes: state.ids, pointers: state.needCurrency }, { missing: ['tx.local_amounts'] })
    return state.missing.length === 0
      ? passWith({ regimes: state.ids })
      : broken({ regimes: state.ids, pointers: state.missing }, { missing: missingPaths(state.missing) })
  },
  given: { ...TRAVEL_CASE, 'tx.travel.message': 'none' },
  goldens: [
    { name: 'United States, 2,999.999999 and no data', facts: { 'tx.amount.amount': '2999.999999' }, expect: 'pass' },
    { name: 'United States, 3,000.00 and no data', facts: {}, expect: 'needs_info' },
    { name: 'United States, 3,000.00 with data', facts: { 'tx.travel.message': US_MESSAGE }, expect: 'pass' },
    {
      name: 'United States, 3,000.00 without the address',
      facts: { 'tx.travel.message': US_MESSAGE, 'tx.travel.message.originator.originatorPersons.0.naturalPerson.geographicAddress': null },
      expect: 'needs_info',
      details: { pointers: ['/originator/originatorPersons/0/naturalPerson/geographicAddress'] },
    },
    {
      name: 'EU, 0.01 EUR without the name of the beneficiary',
      facts: {
        'tx.travel.seats': ['DE'],
        'tx.amount': { amount: '0.01', currency: 'EUR' },
        'tx.travel.message': US_MESSAGE,
        'tx.travel.message.originator.originatorPersons.0.naturalPerson.dateAndPlaceOfBirth': {
          dateOfBirth: '1990-05-17',
          placeOfBirth: 'Berlin',
        },
        'tx.travel.message.beneficiary.beneficiaryPersons': null,
      },
      expect: 'needs_info',
      details: { pointers: ['/beneficiary/beneficiaryPersons/0/naturalPerson/name'] },
    },
    {
      name: 'EU with the birth date and place',
      facts: {
        'tx.travel.seats': ['DE'],
        'tx.amount': { amount: '0.01', currency: 'EUR' },
        'tx.travel.message': US_MESSAGE,
        'tx.travel.message.originator.originatorPersons.0.naturalPerson.dateAndPlaceOfBirth': {
          dateOfBirth: '1990-05-17',
          placeOfBirth: 'Berlin',
        },
      },
      expect: 'pass',
    },
    {
      name: 'the union of both sides',
      facts: { 'tx.travel.seats': ['US', 'DE'], 'tx.amount.amount': '100' },
      expect: 'needs_info',
      details: { regimes: ['EU', 'US'] },
    },
    {
      name: 'FATF default, 999.999999 with names',
      facts: {
        'tx.travel.seats': ['MX'],
        'tx.amount.amount': '999.999999',
        'tx.travel.message': US_MESSAGE,
        'tx.travel.message.originatingVASP': null,
      },
      expect: 'pass',
    },
    {
      name: 'FATF default, 1,000 needs the providers too',
      facts: {
        'tx.travel.seats': ['MX'],
        'tx.amount.amount': '1000',
        'tx.travel.message': US_MESSAGE,
        'tx.travel.message.originatingVASP': null,
      },
      expect: 'needs_info',
    },
    { name: 'Singapore, amount in local money not given', facts: { 'tx.travel.seats': ['SG'] }, expect: 'needs_info' },
    {
      name: 'Singapore, 1,500 SGD with names only',
      facts: {
        'tx.travel.seats': ['SG'],
        'tx.local_amounts': [{ currency: 'SGD', amount: '1500' }],
        'tx.travel.message': US_MESSAGE,
        'tx.travel.message.originatingVASP': null,
      },
      expect: 'pass',
    },
    { name: 'wallet to wallet', facts: { 'tx.travel.seats': [] }, expect: 'not_applicable', reason: 'NO_OBLIGED_ENTITY' },
    { name: 'inbound', facts: { 'tx.direction': 'inbound' }, expect: 'not_applicable' },
    { name: 'exchange rate missing', facts: { 'tx.amount.currency': 'CHF' }, expect: 'needs_info', reason: 'FX_RATE_REQUIRED' },
    { name: 'providers unknown', facts: { 'tx.travel.seats': null }, expect: 'needs_info' },
  ],
})
