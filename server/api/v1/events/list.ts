import { z } from 'zod'
import { eventsQuery, listEvents } from '#core/event-log/read.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  id: 'events.list',
  method: 'get',
  path: '/events',
  market: 'platform',
  summary: 'List events',
  description: 'Everything that happened, newest first. Filter by exact type, by prefix such as wallet.*, or by object.',
  permission: 'events.read',
  query: eventsQuery,
  response: z.object({
    success: z.literal(true),
    data: z.array(
      z.object({
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
    ),
    has_more: z.boolean(),
    next_cursor: z.string().nullable(),
  }),
  status: 200,
  errors: ['invalid_cursor'],
  examples: [],
  handler: ({ ctx, query }) => listEvents({ ctx, input: query }),
})
