import { getEvent } from '#core/record/event-log/read.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: getEvent,
  method: 'get',
  path: '/events/{id}',
  market: 'platform',
  summary: 'Read an event',
  description: 'One event as it was sent.',
  status: 200,
  errors: [],
  examples: [],
})
