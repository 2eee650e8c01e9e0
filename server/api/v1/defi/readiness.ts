import { defiReadiness } from '#core/markets/defi/readiness.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: defiReadiness,
  method: 'post',
  path: '/defi/readiness',
  market: 'defi',
  summary: 'List what is missing for access to a protocol',
  description:
    'Takes what POST /v1/defi/verify-wallet takes, and answers all that access still needs: the level of the credential, the proof of the wallet and each fact that the rules ask for, with who supplies it and how, and what stands in the way besides. Nothing is decided or stored.',
  status: 200,
  idempotent: false,
  errors: ['protocol_paused', 'screening_unavailable'],
  examples: [
    {
      name: 'first',
      summary: 'What is still needed of a holder',
      request: {
        wallet_address: '0x5ea15ea15ea15ea15ea15ea15ea15ea100000002',
        protocol_name: 'Example Lend',
        action: { type: 'borrow', amount: '100' },
      },
      response: { success: true, object: 'readiness', market: 'defi' },
    },
  ],
})
