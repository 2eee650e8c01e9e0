import { deactivateToken } from '#core/securities/tokens/deactivate.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: deactivateToken,
  method: 'post',
  path: '/offerings/{id}/token/deactivate',
  market: 'securities',
  summary: 'Deactivate a token',
  description:
    'For good, by two people: another person agrees with POST /v1/cases/{id}/decide. Nothing is issued or transferred afterwards. While anybody holds tokens it needs plan_sha256, of the plan by which they are redeemed.',
  status: 200,
  errors: ['invalid_transition', 'conflict', 'already_exists'],
  examples: [
    {
      name: 'ask',
      summary: 'Everybody was paid back',
      request: { reason_code: 'fully_redeemed', note: 'All holders were paid back and their tokens burned.' },
      response: { success: true },
    },
  ],
})
