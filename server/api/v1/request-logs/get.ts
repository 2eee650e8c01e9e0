import { z } from 'zod'
import { getRequestLog } from '#core/request-logs.ts'
import { defineOperation } from '../../../operation.ts'
import { idParams } from '../_responses.ts'

export default defineOperation({
  id: 'request_logs.get',
  method: 'get',
  path: '/request-logs/{id}',
  market: 'platform',
  summary: 'Read a request log',
  description: 'One request with its redacted bodies.',
  permission: 'request_logs.read',
  params: idParams('Id'),
  response: z.object({
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
  status: 200,
  errors: [],
  examples: [],
  handler: ({ ctx, params }) => getRequestLog({ ctx, input: params }),
})
