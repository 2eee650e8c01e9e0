import { z } from 'zod'
import { getWebhookEndpoint } from '#core/webhooks/endpoints.ts'
import { defineOperation } from '../../../operation.ts'
import { idParams } from '../_responses.ts'

export default defineOperation({
  id: 'webhook_endpoints.get',
  method: 'get',
  path: '/webhook-endpoints/{id}',
  market: 'platform',
  summary: 'Read a webhook endpoint',
  description: 'One endpoint, without its secret.',
  permission: 'webhooks.read',
  params: idParams('Id'),
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
  status: 200,
  errors: [],
  examples: [],
  handler: ({ ctx, params }) => getWebhookEndpoint({ ctx, input: params }),
})
