import { z } from 'zod'
import { streamEvents, streamQuery } from '#core/event-log/read.ts'
import { defineOperation } from '../../../operation.ts'
import { event } from '../_responses.ts'

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
    data: z.array(event),
  }),
  status: 200,
  errors: [],
  examples: [{ name: 'at_once', summary: 'What is there now, without waiting', query: { wait: '0' }, response: { success: true } }],
  handler: ({ ctx, query }) => streamEvents({ ctx, input: query }),
})
