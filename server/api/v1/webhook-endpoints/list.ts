import { listWebhookEndpoints } from '#core/record/webhooks/endpoints.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: listWebhookEndpoints,
  method: 'get',
  path: '/webhook-endpoints',
  market: 'platform',
  summary: 'List webhook endpoints',
  description: 'Newest first.',
  status: 200,
  errors: ['invalid_cursor'],
  examples: [],
})
