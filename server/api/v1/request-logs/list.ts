import { listRequestLogs } from '#core/record/request-logs.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: listRequestLogs,
  method: 'get',
  path: '/request-logs',
  market: 'platform',
  summary: 'List request logs',
  description: 'Your own requests, newest first, with personal fields taken out. Kept 30 days in the sandbox, 90 in production.',
  status: 200,
  errors: ['invalid_cursor'],
  examples: [],
})
