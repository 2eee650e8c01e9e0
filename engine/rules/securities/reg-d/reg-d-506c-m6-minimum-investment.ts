import { verification, verificationNeeds } from '../../../calculations/verification.ts'
import { statute } from '../../../citations.ts'
import { offeringFacts } from '../../../facts/groups/securities.ts'
import { dollars } from '../../../money.ts'
import { defineRule } from '../../../rule.ts'

export default defineRule({
  code: 'REG_D_506C_M6_MINIMUM_INVESTMENT',
  version: 1,
  market: 'securities',
  checks: ['investment.accept'],
  order: 350,
  partOf: 'REG_D_506C_VERIFICATION',
  sentence:
    'A high minimum investment with written representations and no knowledge to the contrary, as the staff letter of 12 March 2025 describes.',
  message: 'The minimum investment route is not open: {needed}.',
  citation: statute(
    'SEC staff letter, Latham & Watkins (12 March 2025); C&DI 256.35, 256.36',
    'https://www.sec.gov/rules-regulations/no-action-interpretive-exemptive-letters/division-corporation-finance-no-action/latham-watkins-503c-031225',
  ),
  certainty: 'V',
  in_force_from: '2025-01-01',
  severity: 'ask',
  params: {
    natural: '200000',
    entity: '1000000',
    per_owner: '200000',
    owners_below: 5,
    bases: ['income', 'net_worth', 'entity_assets', 'trust', 'all_owners', 'entity_investments', 'family_office'],
  },
  needs: { regulation: offeringFacts.regulation, ...verificationNeeds },
  applies: (f) => f.regulation === 'reg_d_506c' && f.method === 'minimum_investment',
  holds: (f, p, now) => verification('minimum_investment', f, now, p as never),
  given: {
    check: 'investment.accept',
    'offering.regulation': 'reg_d_506c',
    'issuer.id': 'iss_1',
    'investor.accreditation.method': 'minimum_investment',
    'investor.accreditation.contrary_knowledge': false,
    'investor.accreditation.basis': 'net_worth',
    'investor.kind': 'natural',
    'investment.amount': dollars('200000'),
    'investor.accreditation.minimum_investment': {
      paid_or_committed: true,
      representation_accredited: true,
      representation_not_financed: true,
      owners: 'none',
    },
  },
  goldens: [
    { name: 'natural person, 200,000', facts: {}, expect: 'pass' },
    { name: 'a cent below', facts: { 'investment.amount.amount': '199999.99' }, expect: 'needs_info' },
    { name: 'by income', facts: { 'investor.accreditation.basis': 'income' }, expect: 'pass' },
    {
      name: 'entity by assets, a million',
      facts: { 'investor.kind': 'entity', 'investor.accreditation.basis': 'entity_assets', 'investment.amount.amount': '1000000' },
      expect: 'pass',
    },
    {
      name: 'entity by assets, a cent below',
      facts: { 'investor.kind': 'entity', 'investor.accreditation.basis': 'entity_assets', 'investment.amount.amount': '999999.99' },
      expect: 'needs_info',
    },
    {
      name: 'trust, a million',
      facts: { 'investor.kind': 'entity', 'investor.accreditation.basis': 'trust', 'investment.amount.amount': '1000000' },
      expect: 'pass',
    },
    {
      name: 'entity by investments, a million',
      facts: { 'investor.kind': 'entity', 'investor.accreditation.basis': 'entity_investments', 'investment.amount.amount': '1000000' },
      expect: 'pass',
    },
    {
      name: 'family office, a million',
      facts: { 'investor.kind': 'entity', 'investor.accreditation.basis': 'family_office', 'investment.amount.amount': '1000000' },
      expect: 'pass',
    },
    {
      name: 'company of four natural owners, 800,000',
      facts: {
        'investor.kind': 'entity',
        'investor.accreditation.basis': 'all_owners',
        'investment.amount.amount': '800000',
        'investor.accreditation.minimum_investment.owners': { count: 4, all_natural: true },
      },
      expect: 'pass',
    },
    {
      name: 'company of four, a cent below',
      facts: {
        'investor.kind': 'entity',
        'investor.accreditation.basis': 'all_owners',
        'investment.amount.amount': '799999.99',
        'investor.accreditation.minimum_investment.owners': { count: 4, all_natural: true },
      },
      expect: 'needs_info',
    },
    {
      name: 'company of four, one a company, 800,000',
      facts: {
        'investor.kind': 'entity',
        'investor.accreditation.basis': 'all_owners',
        'investment.amount.amount': '800000',
        'investor.accreditation.minimum_investment.owners': { count: 4, all_natural: false },
      },
      expect: 'needs_info',
    },
    {
      name: 'company of five, 900,000',
      facts: {
        'investor.kind': 'entity',
        'investor.accreditation.basis': 'all_owners',
        'investment.amount.amount': '900000',
        'investor.accreditation.minimum_investment.owners': { count: 5, all_natural: true },
      },
      expect: 'needs_info',
    },
    {
      name: 'company of five, a million',
      facts: {
        'investor.kind': 'entity',
        'investor.accreditation.basis': 'all_owners',
        'investment.amount.amount': '1000000',
        'investor.accreditation.minimum_investment.owners': { count: 5, all_natural: true },
      },
      expect: 'pass',
    },
    {
      name: 'owners not named',
      facts: { 'investor.kind': 'entity', 'investor.accreditation.basis': 'all_owners', 'investment.amount.amount': '1000000' },
      expect: 'needs_info',
    },
    { name: 'by licence', facts: { 'investor.accreditation.basis': 'license' }, expect: 'needs_info' },
    { name: 'not committed', facts: { 'investor.accreditation.minimum_investment.paid_or_committed': false }, expect: 'needs_info' },
    {
      name: 'no representation',
      facts: { 'investor.accreditation.minimum_investment.representation_accredited': false },
      expect: 'needs_info',
    },
    {
      name: 'financed by another',
      facts: { 'investor.accreditation.minimum_investment.representation_not_financed': false },
      expect: 'needs_info',
    },
    { name: 'another route', facts: { 'investor.accreditation.method': 'none' }, expect: 'not_applicable' },
  ],
})
