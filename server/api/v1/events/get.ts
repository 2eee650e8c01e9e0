import { z } from 'zod'
import { getEvent } from '#core/event-log/read.ts'
import { defineOperation } from '../../../operation.ts'
import { idParams } from '../_responses.ts'

export default defineOperation({
  id: 'events.get',
  method: 'get',
  path: '/events/{id}',
  market: 'platform',
  summary: 'Read an event',
  description: 'One event as it was sent.',
  permission: 'events.read',
  params: idParams('Id'),
  response: z.object({
    success: z.literal(true),
    id: z.string(),
    object: z.literal('event'),
    type: z.string(),
    timestamp: z.string(),
    api_version: z.string(),
    environment: z.string(),
    sequence: z.number().int(),
    resource: z.object({ type: z.string(), id: z.string() }),
    request: z.object({ id: z.string(), idempotency_key: z.string().nullable() }).nullable(),
    actor: z.object({ type: z.string(), id: z.string() }),
    data: z.looseObject({}),
  }),
  status: 200,
  errors: [],
  examples: [],
  handler: ({ ctx, params }) => getEvent({ ctx, input: params }),
})
