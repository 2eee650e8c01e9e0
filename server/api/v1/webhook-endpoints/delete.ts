import { deleteWebhookEndpoint } from '#core/record/webhooks/endpoints.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: deleteWebhookEndpoint,
  method: 'delete',
  path: '/webhook-endpoints/{id}',
  market: 'platform',
  summary: 'Remove a webhook endpoint',
  description: 'Pending deliveries end with it.',
  status: 200,
  errors: [],
  examples: [],
})
