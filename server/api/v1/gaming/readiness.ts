import { ageReadiness } from '#core/markets/gaming/readiness.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: ageReadiness,
  method: 'post',
  path: '/gaming/readiness',
  market: 'gaming',
  summary: 'List what is missing for an age check',
  description:
    'Takes what POST /v1/gaming/verify-age takes, and answers all that the check still needs: a birth date or an age shown alone, and each fact that the rules ask for, with who supplies it and how, and what stands in the way besides. No birth date is needed to ask. Nothing is decided or stored.',
  status: 200,
  idempotent: false,
  errors: ['screening_unavailable'],
  examples: [
    {
      name: 'first',
      summary: 'What is still needed of a holder',
      request: { wallet_address: '0x5ea15ea15ea15ea15ea15ea15ea15ea100000002', jurisdiction: 'US', required_age_tier: '18+' },
      response: { success: true, object: 'readiness', market: 'gaming' },
    },
  ],
})
