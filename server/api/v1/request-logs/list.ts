import { z } from 'zod'
import { listRequestLogs, requestLogsQuery } from '#core/request-logs.ts'
import { defineOperation } from '../../../operation.ts'
import { requestLog } from '../_responses.ts'

export default defineOperation({
  id: 'request_logs.list',
  method: 'get',
  path: '/request-logs',
  market: 'platform',
  summary: 'List request logs',
  description: 'Your own requests, newest first, with personal fields taken out. Kept 30 days in the sandbox, 90 in production.',
  permission: 'request_logs.read',
  query: requestLogsQuery,
  response: z.object({
    success: z.literal(true),
    data: z.array(requestLog),
    has_more: z.boolean(),
    next_cursor: z.string().nullable(),
  }),
  status: 200,
  errors: ['invalid_cursor'],
  examples: [],
  handler: ({ ctx, query }) => listRequestLogs({ ctx, input: query }),
})
