import { z } from 'zod'
import { recoverInput, recoverWebhookEndpoint } from '#core/webhooks/test.ts'
import { defineOperation } from '../../../operation.ts'
import { idParams } from '../_responses.ts'

export default defineOperation({
  id: 'webhook_endpoints.recover',
  method: 'post',
  path: '/webhook-endpoints/{id}/recover',
  market: 'platform',
  summary: 'Send missed events again',
  description: 'Queues the failed (or all) deliveries of a period once more. With dry_run only the count.',
  permission: 'webhooks.write',
  params: idParams('Id'),
  body: recoverInput,
  response: z.object({
    success: z.literal(true),
    object: z.literal('webhook_recovery'),
    count: z.number().int(),
    queued: z.number().int(),
  }),
  status: 200,
  errors: [],
  examples: [
    {
      name: 'since',
      summary: 'What failed since a time',
      request: { since: '2026-11-01T00:00:00Z', only_failed: true },
      response: { success: true },
    },
  ],
  handler: ({ ctx, params, body }) => recoverWebhookEndpoint({ ctx, input: { ...params, ...body } }),
})
