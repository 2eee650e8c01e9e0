import { z } from 'zod'
import { deleteWebhookEndpoint } from '#core/webhooks/endpoints.ts'
import { defineOperation } from '../../../operation.ts'
import { idParams } from '../_responses.ts'

export default defineOperation({
  id: 'webhook_endpoints.delete',
  method: 'delete',
  path: '/webhook-endpoints/{id}',
  market: 'platform',
  summary: 'Remove a webhook endpoint',
  description: 'Pending deliveries end with it.',
  permission: 'webhooks.write',
  params: idParams('Id'),
  response: z.object({ success: z.literal(true), id: z.string(), object: z.literal('webhook_endpoint'), deleted: z.literal(true) }),
  status: 200,
  errors: [],
  examples: [],
  handler: ({ ctx, params }) => deleteWebhookEndpoint({ ctx, input: params }),
})
