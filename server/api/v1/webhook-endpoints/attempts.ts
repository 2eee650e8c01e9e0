import { listWebhookAttempts } from '#core/record/webhooks/endpoints.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: listWebhookAttempts,
  method: 'get',
  path: '/webhook-endpoints/{id}/attempts',
  market: 'platform',
  summary: 'List delivery attempts',
  description: 'Each try with what was sent, what came back, the address reached and the time taken.',
  status: 200,
  errors: ['invalid_cursor'],
  examples: [],
})
