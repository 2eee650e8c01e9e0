import { product } from '../../../citations.ts'
import { acquirerFacts } from '../../../facts/groups/securities.ts'
import { broken, defineRule } from '../../../rule.ts'
import { EU_MEMBERS } from '../../../tables/eu-members.ts'
import { inUnitedStates } from '../../../tables/us-states.ts'

export default defineRule({
  code: 'REG_S_LOCAL_LAW_NOTICE',
  version: 1,
  market: 'securities',
  checks: ['transfer', 'investment.accept'],
  order: 211,
  orderIn: { 'investment.accept': 471 },
  sentence: 'The rules of the buyer’s own country, such as a prospectus duty, are not checked.',
  message: 'The rules of {country} are not checked here{regime}.',
  citation: product(),
  certainty: 'R',
  in_force_from: '2025-01-01',
  severity: 'info',
  params: {
    eu: EU_MEMBERS,
    regime: 'Regulation (EU) 2017/1129',
  },
  needs: { residence: acquirerFacts.residence },
  applies: (f) => !inUnitedStates(f.residence),
  holds: (f, p) => broken({ country: f.residence, regime: p.eu.includes(f.residence) ? ` (prospectus: ${p.regime})` : '' }),
  given: { check: 'investment.accept', 'acquirer.residence': 'DE' },
  goldens: [
    ...EU_MEMBERS.map((country) => ({
      name: `${country}: in the EU`,
      facts: { 'acquirer.residence': country },
      expect: 'info' as const,
      details: { regime: ' (prospectus: Regulation (EU) 2017/1129)' },
    })),
    { name: 'outside the EU', facts: { 'acquirer.residence': 'SG' }, expect: 'info', details: { regime: '' } },
    { name: 'in the US', facts: { 'acquirer.residence': 'US' }, expect: 'not_applicable' },
  ],
})
