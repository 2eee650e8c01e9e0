import { refundInvestment } from '#core/securities/investments/refund.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: refundInvestment,
  method: 'post',
  path: '/investments/{id}/refund',
  market: 'securities',
  summary: 'Record a refund',
  description:
    'Records that the issuer returned the money; none passes through us. An accepted investment with no token issued becomes refunded and leaves the raise; one that was cancelled or rejected keeps its status. Recorded once.',
  status: 200,
  errors: ['invalid_transition', 'conflict'],
  examples: [
    {
      name: 'refund',
      summary: 'The money went back',
      request: { note: 'Returned by wire.', reference: 'wire-4711' },
      response: { success: true, status: 'refunded' },
    },
  ],
})
