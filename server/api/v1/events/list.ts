import { listEvents } from '#core/record/event-log/read.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: listEvents,
  method: 'get',
  path: '/events',
  market: 'platform',
  summary: 'List events',
  description: 'Everything that happened, newest first. Filter by exact type, by prefix such as wallet.*, by object, or by time.',
  status: 200,
  errors: ['invalid_cursor'],
  examples: [],
})
