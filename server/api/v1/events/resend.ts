import { resendEvent } from '#core/record/webhooks/test.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: resendEvent,
  method: 'post',
  path: '/events/{id}/resend',
  market: 'platform',
  summary: 'Send an event again',
  description: 'Delivers an event once more, to every endpoint that wants it or to one, which must be enabled.',
  status: 200,
  errors: ['conflict'],
  examples: [{ name: 'all', summary: 'To every endpoint', params: { id: 'evt_…' }, request: {}, response: { success: true } }],
})
