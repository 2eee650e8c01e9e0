import { reportPayment, reportPaymentInput } from '#core/investments/report-payment.ts'
import { defineOperation } from '../../../operation.ts'
import { idParams } from '../_responses.ts'
import { investment } from '../_securities.ts'

export default defineOperation({
  id: 'investments.report_payment',
  method: 'post',
  path: '/investments/{id}/payment',
  market: 'securities',
  summary: 'Report a payment failed or made good',
  description:
    'No money passes through us: you say what became of it. failed takes an accepted investment out of the raise, with its fee, and leaves five days to make the payment good, its units reserved meanwhile; then it is cancelled. received has one that failed decided again under the facts of now. With tokens issued, failed is refused with conflict.',
  permission: 'investments.write',
  params: idParams('Investment id, ivs_…'),
  body: reportPaymentInput.omit({ id: true }),
  response: investment,
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
  handler: ({ ctx, params, body }) => reportPayment({ ctx, input: { ...params, ...body } }),
})
