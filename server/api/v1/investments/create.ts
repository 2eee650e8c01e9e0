import { createInvestment } from '#core/securities/investments/create.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: createInvestment,
  method: 'post',
  path: '/investments',
  market: 'securities',
  summary: 'Record an investment',
  description:
    "Decides an investment under the offering's regulation, with its fee, lock-up and limits, and records it. What waits for a person or a fact is pending and reserves its units for 72 hours (reserved_until); then it is cancelled. A rejection is a 201 with decision.outcome deny.",
  movesValue: true,
  status: 201,
  errors: [
    'offering_not_open',
    'raise_limit_exceeded',
    'supply_exhausted',
    'below_minimum_investment',
    'amount_mismatch',
    'currency_mismatch',
    'conflicting_fields',
    'payment_method_not_enabled',
    'screening_unavailable',
  ],
  scenarios: ['3001', '3002', '3003', '3004', '3006', '3007', '3008', '2001', '2002', '2003'],
  examples: [
    {
      name: 'accredited',
      summary: 'An accredited investor',
      request: { offering_id: 'off_…', wallet_address: '0x5ea15ea15ea15ea15ea15ea15ea15ea100003001', amount: '5000' },
      response: { success: true, status: 'accepted' },
    },
  ],
})
