import { z } from 'zod'
import { updateEndpointInput, updateWebhookEndpoint } from '#core/webhooks/endpoints.ts'
import { defineOperation } from '../../../operation.ts'
import { idParams } from '../_responses.ts'

export default defineOperation({
  id: 'webhook_endpoints.update',
  method: 'patch',
  path: '/webhook-endpoints/{id}',
  market: 'platform',
  summary: 'Change a webhook endpoint',
  description: 'Absent fields stay as they are. Enabling a disabled endpoint starts it afresh.',
  permission: 'webhooks.write',
  params: idParams('Id'),
  body: updateEndpointInput,
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
  errors: ['private_address'],
  examples: [
    {
      name: 'narrow',
      summary: 'Only what concerns wallets',
      request: { event_types: ['wallet.*'], description: 'Wallets only' },
      response: { success: true },
    },
  ],
  handler: ({ ctx, params, body }) => updateWebhookEndpoint({ ctx, input: { ...params, ...body } }),
})
