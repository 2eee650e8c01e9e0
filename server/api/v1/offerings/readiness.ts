import { offeringReadiness } from '#core/securities/offerings/readiness.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: offeringReadiness,
  method: 'get',
  path: '/offerings/{id}/readiness',
  market: 'securities',
  summary: 'List what is missing for an offering',
  description:
    'All that is missing for this offering under its regulation, in one answer: what opening it asks, what every sale asks of issuer and offering, and what a sale will ask of its parties. Each fact with what it means, its type, who supplies it and how. The rules themselves say it: what is listed is what open and the acceptance of an investment ask for. Nothing is stored.',
  status: 200,
  errors: ['screening_unavailable'],
  examples: [],
})
