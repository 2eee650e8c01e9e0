import { saleReadiness } from '#core/securities/investments/readiness.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: saleReadiness,
  method: 'post',
  path: '/investments/readiness',
  market: 'securities',
  summary: 'List what is missing before an investment',
  description:
    'Takes what POST /v1/investments takes, and answers all that this sale would still need before it could be accepted: each fact with what it means, its type, who supplies it and how, and what stands in the way besides. Nothing is decided or stored.',
  status: 200,
  idempotent: false,
  errors: ['amount_mismatch', 'currency_mismatch', 'screening_unavailable'],
  examples: [
    {
      name: 'sale',
      summary: 'What a sale to a wallet still needs',
      request: { offering_id: 'off_sandbox_506c', wallet_address: '0x5ea15ea15ea15ea15ea15ea15ea15ea100003001', amount: '1000' },
      response: { success: true, object: 'readiness', market: 'securities' },
    },
  ],
})
