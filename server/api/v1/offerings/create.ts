import { createOffering } from '#core/securities/offerings/create.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: createOffering,
  method: 'post',
  path: '/offerings',
  market: 'securities',
  summary: 'Create an offering',
  description:
    'Creates an offering under its regulation and says which rules will watch over it. Above $100,000,000 it is created as needs_contact.',
  functionName: 'offerings-create',
  status: 201,
  errors: ['conflicting_fields', 'minimum_above_maximum', 'offering_limit_exceeded', 'external_id_exists'],
  examples: [
    {
      name: 'reg_d_506c',
      summary: 'A Rule 506(c) offering',
      request: {
        name: 'Acme Series A',
        type: 'equity',
        regulation: 'reg_d_506c',
        total_supply: 1000000,
        price_per_token: '10.00',
        minimum_investment: '5000',
        maximum_raise: '10000000',
        description: 'Series A preferred units.',
      },
      response: {
        success: true,
        regulation: 'reg_d_506c',
        status: 'open',
        fee: { rate: '0.01', cap: '1000000', accrued: '0', estimated_at_maximum: '100000' },
      },
    },
  ],
})
