import { createWebhookEndpoint } from '#core/record/webhooks/endpoints.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: createWebhookEndpoint,
  method: 'post',
  path: '/webhook-endpoints',
  market: 'platform',
  summary: 'Add a webhook endpoint',
  description:
    'The address is checked now and before each delivery: only public addresses are reached. The secret is shown in this answer only.',
  status: 201,
  errors: ['private_address', 'secret_shown_once'],
  examples: [
    {
      name: 'all',
      summary: 'Every event',
      request: { url: 'https://example.com/webhooks', event_types: ['*'] },
      response: { success: true },
    },
  ],
})
