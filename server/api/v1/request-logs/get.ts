import { z } from 'zod'
import { getRequestLog } from '#core/request-logs.ts'
import { defineOperation } from '../../../operation.ts'
import { idParams, requestLog } from '../_responses.ts'

export default defineOperation({
  id: 'request_logs.get',
  method: 'get',
  path: '/request-logs/{id}',
  market: 'platform',
  summary: 'Read a request log',
  description: 'One request with its redacted bodies.',
  permission: 'request_logs.read',
  params: idParams('Id'),
  response: z.object({ success: z.literal(true), ...requestLog.shape }),
  status: 200,
  errors: [],
  examples: [],
  handler: ({ ctx, params }) => getRequestLog({ ctx, input: params }),
})
