import { z } from 'zod'
import { drillWebhookEndpoint } from '#core/webhooks/drill.ts'
import { defineOperation } from '../../../operation.ts'
import { idParams } from '../_responses.ts'

export default defineOperation({
  id: 'webhook_endpoints.drill',
  method: 'post',
  path: '/webhook-endpoints/{id}/drill',
  market: 'platform',
  summary: 'Drill a receiver',
  description: 'Attacks your own endpoint with wrong signatures, old times, duplicates and disorder, and grades what it answers.',
  permission: 'webhooks.write',
  params: idParams('Id'),
  response: z.object({
    success: z.literal(true),
    object: z.literal('webhook_drill'),
    endpoint_id: z.string(),
    passed: z.boolean(),
    score: z.string(),
    checks: z.array(
      z.object({ name: z.string(), expected: z.string(), status: z.number().int().nullable(), passed: z.boolean(), note: z.string() }),
    ),
  }),
  status: 200,
  errors: [],
  examples: [],
  idempotent: false,
  handler: ({ ctx, params }) => drillWebhookEndpoint({ ctx, input: params }),
})
