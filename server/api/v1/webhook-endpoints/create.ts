import { z } from 'zod'
import { createEndpointInput, createWebhookEndpoint } from '#core/webhooks/endpoints.ts'
import { defineOperation } from '../../../operation.ts'

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
  response: z.object({
    success: z.literal(true).optional(),
    id: z.string(),
    object: z.literal('webhook_endpoint'),
    url: z.string(),
    description: z.string().nullable(),
    event_types: z.array(z.string()),
    filters: z.looseObject({}),
    strict_order: z.boolean(),
    payload: z.enum(['summary', 'full']),
    status: z.enum(['enabled', 'disabled']),
    disabled_reason: z.string().nullable(),
    api_version: z.string(),
    previous_secret_until: z.string().nullable(),
    environment: z.string(),
    created_at: z.string(),
    updated_at: z.string(),
    secret: z.string().optional(),
  }),
  status: 201,
  errors: ['private_address'],
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
