import { z } from 'zod'
import { getEvent } from '#core/event-log/read.ts'
import { defineOperation } from '../../../operation.ts'
import { event, idParams } from '../_responses.ts'

export default defineOperation({
  id: 'events.get',
  method: 'get',
  path: '/events/{id}',
  market: 'platform',
  summary: 'Read an event',
  description: 'One event as it was sent.',
  permission: 'events.read',
  params: idParams('Id'),
  response: z.object({ success: z.literal(true), ...event.shape }),
  status: 200,
  errors: [],
  examples: [],
  handler: ({ ctx, params }) => getEvent({ ctx, input: params }),
})
