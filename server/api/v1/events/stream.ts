import { streamEvents } from '#core/record/event-log/read.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: streamEvents,
  method: 'get',
  path: '/events/stream',
  market: 'platform',
  summary: 'Wait for events',
  description: 'Events after a given one, oldest first; waits up to 25 seconds for the first. For listeners without a public address.',
  status: 200,
  errors: [],
  examples: [{ name: 'at_once', summary: 'What is there now, without waiting', query: { wait: '0' }, response: { success: true } }],
})
