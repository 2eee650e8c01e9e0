import { transactionReadiness } from '#core/markets/transactions/readiness.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: transactionReadiness,
  method: 'post',
  path: '/transactions/readiness',
  market: 'stablecoins',
  summary: 'List what is missing for a transaction',
  description:
    'Takes what POST /v1/transactions takes, and answers all that the rules of its market would ask for before they let it through: each fact with what it means, its type, who supplies it and how, and what stands in the way besides. Nothing is decided or stored.',
  status: 200,
  idempotent: false,
  errors: ['same_address', 'asset_required', 'ivms101_invalid', 'screening_unavailable'],
  examples: [
    {
      name: 'payment',
      summary: 'What a stablecoin payment still needs',
      request: {
        type: 'payment',
        from_address: '0x5ea15ea15ea15ea15ea15ea15ea15ea100000001',
        to_address: '0x5ea15ea15ea15ea15ea15ea15ea15ea100000002',
        amount: '5000',
        currency: 'USDC',
      },
      response: { success: true, object: 'readiness', market: 'stablecoins' },
    },
  ],
})
