import { z } from 'zod'
import { eventsQuery, listEvents } from '#core/event-log/read.ts'
import { defineOperation } from '../../../operation.ts'
import { event } from '../_responses.ts'

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
    data: z.array(event),
    has_more: z.boolean(),
    next_cursor: z.string().nullable(),
  }),
  status: 200,
  errors: ['invalid_cursor'],
  examples: [],
  handler: ({ ctx, query }) => listEvents({ ctx, input: query }),
})
