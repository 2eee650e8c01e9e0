import { z } from 'zod'
import { updateEndpointInput, updateWebhookEndpoint } from '#core/webhooks/endpoints.ts'
import { defineOperation } from '../../../operation.ts'
import { idParams, webhookEndpoint } from '../_responses.ts'

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
  response: z.object({ success: z.literal(true), ...webhookEndpoint.shape }),
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
