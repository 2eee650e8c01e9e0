import { z } from 'zod'
import { listRequestLogs, requestLogsQuery } from '#core/request-logs.ts'
import { defineOperation } from '../../../operation.ts'

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
    data: z.array(
      z.object({
        success: z.literal(true).optional(),
        id: z.string(),
        object: z.literal('request_log'),
        method: z.string(),
        path: z.string(),
        operation: z.string().nullable(),
        status: z.number().int(),
        duration_ms: z.number().int(),
        error_code: z.string().nullable(),
        decision_id: z.string().nullable(),
        wallet_address: z.string().nullable(),
        api_key_id: z.string().nullable(),
        created_at: z.string(),
        request_body: z.any().optional(),
        response_body: z.any().optional(),
      }),
    ),
    has_more: z.boolean(),
    next_cursor: z.string().nullable(),
  }),
  status: 200,
  errors: ['invalid_cursor'],
  examples: [],
  handler: ({ ctx, query }) => listRequestLogs({ ctx, input: query }),
})
