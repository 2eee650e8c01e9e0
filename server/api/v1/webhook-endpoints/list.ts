import { z } from 'zod'
import { pageQuery } from '#core/pagination.ts'
import { listWebhookEndpoints } from '#core/webhooks/endpoints.ts'
import { defineOperation } from '../../../operation.ts'

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
    data: z.array(
      z.object({
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
    ),
    has_more: z.boolean(),
    next_cursor: z.string().nullable(),
  }),
  status: 200,
  errors: ['invalid_cursor'],
  examples: [],
  handler: ({ ctx, query }) => listWebhookEndpoints({ ctx, input: query }),
})
