import { pauseTokenInput, resumeToken } from '#core/tokens/pause.ts'
import { defineOperation } from '../../../operation.ts'
import { idParams } from '../_responses.ts'
import { tokenPause } from '../_securities.ts'

export default defineOperation({
  id: 'offerings.token_resume',
  method: 'post',
  path: '/offerings/{id}/token/resume',
  market: 'securities',
  summary: 'Resume a token',
  description:
    'A paused token goes on. What an administrator of Sealwright paused, only one of them resumes. The contract itself goes on by unsigned_transaction, which the issuer signs.',
  permission: 'offerings.write',
  params: idParams('Offering id, off_…'),
  body: pauseTokenInput,
  response: tokenPause,
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
  handler: ({ ctx, params, body }) => resumeToken({ ctx, input: { ...params, ...body } }),
})
