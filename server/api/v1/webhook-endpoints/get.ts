import { getWebhookEndpoint } from '#core/record/webhooks/endpoints.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: getWebhookEndpoint,
  method: 'get',
  path: '/webhook-endpoints/{id}',
  market: 'platform',
  summary: 'Read a webhook endpoint',
  description: 'One endpoint, without its secret.',
  status: 200,
  errors: [],
  examples: [],
})
