import { z } from 'zod'
import { testInput, testWebhookEndpoint } from '#core/webhooks/test.ts'
import { defineOperation } from '../../../operation.ts'
import { idParams } from '../_responses.ts'

export default defineOperation({
  id: 'webhook_endpoints.test',
  method: 'post',
  path: '/webhook-endpoints/{id}/test',
  market: 'platform',
  summary: 'Send a test event',
  description: 'Sends an example of any event type at once and tells what the receiver answered.',
  permission: 'webhooks.write',
  params: idParams('Id'),
  body: testInput,
  response: z.object({
    success: z.literal(true),
    object: z.literal('webhook_test'),
    event_id: z.string(),
    delivered: z.boolean(),
    status: z.number().int().nullable(),
    error: z.string().nullable(),
    duration_ms: z.number().int(),
    request: z.looseObject({}),
    response: z.looseObject({}),
  }),
  status: 200,
  errors: [],
  examples: [{ name: 'ping', summary: 'Send a ping', request: { type: 'ping' }, response: { success: true } }],
  idempotent: false,
  handler: ({ ctx, params, body }) => testWebhookEndpoint({ ctx, input: { ...params, ...body } }),
})
