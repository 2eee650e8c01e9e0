import { z } from 'zod'
import { updateEndpointInput } from '#core/webhooks/endpoints.ts'
import { updateWebhookEndpoint } from '#core/webhooks/update.ts'
import { defineOperation } from '../../../operation.ts'
import { idParams, webhookEndpoint } from '../_responses.ts'

export default defineOperation({
  id: 'webhook_endpoints.update',
  method: 'patch',
  path: '/webhook-endpoints/{id}',
  market: 'platform',
  summary: 'Change a webhook endpoint',
  description: 'Absent fields stay as they are. A disabled endpoint is enabled once it answers a signed ping with 2xx.',
  permission: 'webhooks.write',
  params: idParams('Id'),
  body: updateEndpointInput,
  response: z.object({ success: z.literal(true), ...webhookEndpoint.shape }),
  status: 200,
  errors: ['private_address', 'conflict'],
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
