import { z } from 'zod'
import { pageQuery } from '#core/pagination.ts'
import { listWebhookEndpoints } from '#core/webhooks/endpoints.ts'
import { defineOperation } from '../../../operation.ts'
import { webhookEndpoint } from '../_responses.ts'

export default defineOperation({
  id: 'webhook_endpoints.list',
  method: 'get',
  path: '/webhook-endpoints',
  market: 'platform',
  summary: 'List webhook endpoints',
  description: 'Newest first.',
  permission: 'webhooks.read',
  query: z.strictObject(pageQuery),
  response: z.object({
    success: z.literal(true),
    data: z.array(webhookEndpoint),
    has_more: z.boolean(),
    next_cursor: z.string().nullable(),
  }),
  status: 200,
  errors: ['invalid_cursor'],
  examples: [],
  handler: ({ ctx, query }) => listWebhookEndpoints({ ctx, input: query }),
})
