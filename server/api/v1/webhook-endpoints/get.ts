import { z } from 'zod'
import { getWebhookEndpoint } from '#core/webhooks/endpoints.ts'
import { defineOperation } from '../../../operation.ts'
import { idParams, webhookEndpoint } from '../_responses.ts'

export default defineOperation({
  id: 'webhook_endpoints.get',
  method: 'get',
  path: '/webhook-endpoints/{id}',
  market: 'platform',
  summary: 'Read a webhook endpoint',
  description: 'One endpoint, without its secret.',
  permission: 'webhooks.read',
  params: idParams('Id'),
  response: z.object({ success: z.literal(true), ...webhookEndpoint.shape }),
  status: 200,
  errors: [],
  examples: [],
  handler: ({ ctx, params }) => getWebhookEndpoint({ ctx, input: params }),
})
