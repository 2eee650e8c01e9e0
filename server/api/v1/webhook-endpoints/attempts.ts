import { z } from 'zod'
import { attemptsQuery, listWebhookAttempts } from '#core/webhooks/endpoints.ts'
import { defineOperation } from '../../../operation.ts'
import { idParams } from '../_responses.ts'

export default defineOperation({
  id: 'webhook_endpoints.attempts',
  method: 'get',
  path: '/webhook-endpoints/{id}/attempts',
  market: 'platform',
  summary: 'List delivery attempts',
  description: 'Each try with what was sent, what came back, the address reached and the time taken.',
  permission: 'webhooks.read',
  params: idParams('Id'),
  query: attemptsQuery,
  response: z.object({
    success: z.literal(true),
    data: z.array(
      z.looseObject({
        id: z.string(),
        object: z.literal('webhook_attempt'),
        event_id: z.string(),
        attempt: z.number().int(),
        status: z.number().int().nullable(),
      }),
    ),
    has_more: z.boolean(),
    next_cursor: z.string().nullable(),
  }),
  status: 200,
  errors: ['invalid_cursor'],
  examples: [],
  handler: ({ ctx, params, query }) => listWebhookAttempts({ ctx, input: { ...params, ...query } }),
})
