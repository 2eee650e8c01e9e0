import { resumeToken } from '#core/securities/token-state/pause.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: resumeToken,
  method: 'post',
  path: '/offerings/{id}/token/resume',
  market: 'securities',
  summary: 'Resume a token',
  description:
    'A paused token goes on. What an administrator of Sealwright paused, only one of them resumes. The contract itself goes on by unsigned_transaction, which the issuer signs.',
  status: 200,
  errors: ['invalid_transition'],
  examples: [
    {
      name: 'resume',
      summary: 'The key was replaced',
      request: { reason_code: 'key_replaced' },
      response: { success: true, state: 'active' },
    },
  ],
})
