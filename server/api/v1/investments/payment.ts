import { reportPayment } from '#core/securities/investments/report-payment.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: reportPayment,
  method: 'post',
  path: '/investments/{id}/payment',
  market: 'securities',
  summary: 'Report a payment failed or made good',
  description:
    'No money passes through us: you say what became of it. failed takes an accepted investment out of the raise, with its fee, and leaves five days to make the payment good, its units reserved meanwhile; then it is cancelled. received has one that failed decided again under the facts of now. With tokens issued, failed freezes them on the ground payment_failed and opens a case: it ends with received, with their recall (POST /v1/holdings/force-transfer on that ground, without a recipient), or when two people let it be.',
  status: 200,
  errors: ['invalid_transition', 'conflict', 'offering_not_open', 'raise_limit_exceeded', 'supply_exhausted', 'screening_unavailable'],
  examples: [
    {
      name: 'failed',
      summary: 'The payment bounced',
      request: { status: 'failed', note: 'The debit was returned.' },
      response: { success: true, status: 'pending' },
    },
  ],
})
