import { testWebhookEndpoint } from '#core/record/webhooks/test.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: testWebhookEndpoint,
  method: 'post',
  path: '/webhook-endpoints/{id}/test',
  market: 'platform',
  summary: 'Send a test event',
  description: 'Sends an example of any event type at once and tells what the receiver answered.',
  status: 200,
  errors: [],
  examples: [{ name: 'ping', summary: 'Send a ping', request: { type: 'ping' }, response: { success: true } }],
  idempotent: false,
})
