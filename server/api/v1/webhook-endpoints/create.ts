import { z } from 'zod'
import { createEndpointInput, createWebhookEndpoint } from '#core/webhooks/endpoints.ts'
import { defineOperation } from '../../../operation.ts'
import { webhookEndpoint } from '../_responses.ts'

export default defineOperation({
  id: 'webhook_endpoints.create',
  method: 'post',
  path: '/webhook-endpoints',
  market: 'platform',
  summary: 'Add a webhook endpoint',
  description:
    'The address is checked now and before each delivery: only public addresses are reached. The secret is shown in this answer only.',
  permission: 'webhooks.write',
  body: createEndpointInput,
  response: z.object({ success: z.literal(true), ...webhookEndpoint.shape, secret: z.string() }),
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
  handler: ({ ctx, body }) => createWebhookEndpoint({ ctx, input: body }),
})
