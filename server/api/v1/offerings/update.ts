import { updateOffering } from '#core/securities/offerings/update.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: updateOffering,
  method: 'patch',
  path: '/offerings/{id}',
  market: 'securities',
  summary: 'Change the terms of an offering',
  description:
    'A draft may change in everything. Once it runs, raising the maximum or the supply pauses it until it is opened again, and so do price, regulation, type, currency and lock-up, which are fixed from the first investment on. A closed offering keeps its terms. Every rule judges the change; what they note is in warnings. While it is open, a change that they forbid is refused. One that they leave to a person (another exemption after the first offer, another maximum after the first sale, a maximum above 100,000,000 USD) is held: the offering keeps its terms and is paused until another person agrees or declines with POST /v1/cases/{id}/decide, and is then open again as it was. null takes back an optional term.',
  status: 200,
  errors: [
    'compliance_denied',
    'conflict',
    'already_exists',
    'invalid_transition',
    'minimum_above_maximum',
    'offering_limit_exceeded',
    'external_id_exists',
  ],
  examples: [
    {
      name: 'minimum',
      summary: 'Lower the minimum',
      request: { minimum_investment: '1000', description: 'Series A preferred units, smaller tickets.' },
      response: { success: true, minimum_investment: '1000' },
    },
  ],
})
