import { z } from 'zod'
import { streamEvents, streamQuery } from '#core/event-log/read.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  id: 'events.stream',
  method: 'get',
  path: '/events/stream',
  market: 'platform',
  summary: 'Wait for events',
  description: 'Events after a given one, oldest first; waits up to 25 seconds for the first. For listeners without a public address.',
  permission: 'events.read',
  query: streamQuery,
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
  }),
  status: 200,
  errors: [],
  examples: [{ name: 'at_once', summary: 'What is there now, without waiting', query: { wait: '0' }, response: { success: true } }],
  handler: ({ ctx, query }) => streamEvents({ ctx, input: query }),
})
