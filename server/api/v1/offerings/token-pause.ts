import { pauseToken } from '#core/securities/token-state/pause.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: pauseToken,
  method: 'post',
  path: '/offerings/{id}/token/pause',
  market: 'securities',
  summary: 'Pause a token',
  description:
    'Nothing of the token is issued or transferred until it is resumed: transfers are denied with restriction_code 2, issuances with 409 offering_not_issuable, and approvals that were not sent yet end. Units may still go back to the issuer by a burn, and the offering may go on selling. It takes one person. The contract itself is paused by unsigned_transaction, which the issuer signs.',
  status: 200,
  errors: ['invalid_transition'],
  examples: [
    {
      name: 'pause',
      summary: 'A key may be in wrong hands',
      request: { reason_code: 'key_at_risk' },
      response: { success: true, state: 'paused' },
    },
  ],
})
