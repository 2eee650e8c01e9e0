import { z } from 'zod'
import { rotateWebhookSecret } from '#core/webhooks/endpoints.ts'
import { defineOperation } from '../../../operation.ts'
import { idParams, webhookEndpoint } from '../_responses.ts'

export default defineOperation({
  id: 'webhook_endpoints.rotate_secret',
  method: 'post',
  path: '/webhook-endpoints/{id}/rotate-secret',
  market: 'platform',
  summary: 'Rotate a webhook secret',
  description: 'Gives a new secret; for the overlap both secrets sign every delivery.',
  permission: 'webhooks.write',
  params: idParams('Id'),
  body: z.strictObject({ overlap_hours: z.number().int().min(0).max(168).default(24) }),
  response: z.object({ success: z.literal(true), ...webhookEndpoint.shape, secret: z.string() }),
  status: 200,
  errors: ['secret_shown_once'],
  examples: [{ name: 'a_day', summary: 'Both secrets sign for one day', request: { overlap_hours: 24 }, response: { success: true } }],
  handler: ({ ctx, params, body }) => rotateWebhookSecret({ ctx, input: { ...params, ...body } }),
})
