import { updateOffering, updateOfferingInput } from '#core/offerings/update.ts'
import { defineOperation } from '../../../operation.ts'
import { idParams } from '../_responses.ts'
import { offering } from '../_securities.ts'

export default defineOperation({
  id: 'offerings.update',
  method: 'patch',
  path: '/offerings/{id}',
  market: 'securities',
  summary: 'Change the terms of an offering',
  description:
    'A draft may change in everything. Once it runs, raising the maximum or the supply pauses it until it is opened again, and so do price, regulation, type, currency and lock-up, which are fixed from the first investment on. A closed offering keeps its terms. Every rule judges the new terms; what they note is in warnings. null takes back an optional term.',
  permission: 'offerings.write',
  params: idParams('Offering id, off_…'),
  body: updateOfferingInput,
  response: offering,
  status: 200,
  errors: ['conflict', 'invalid_transition', 'minimum_above_maximum', 'offering_limit_exceeded', 'external_id_exists'],
  examples: [
    {
      name: 'minimum',
      summary: 'Lower the minimum',
      request: { minimum_investment: '1000', description: 'Series A preferred units, smaller tickets.' },
      response: { success: true, minimum_investment: '1000' },
    },
  ],
  handler: ({ ctx, params, body }) => updateOffering({ ctx, input: { ...params, ...body } }),
})
