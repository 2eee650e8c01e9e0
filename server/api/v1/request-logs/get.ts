import { getRequestLog } from '#core/record/request-logs.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: getRequestLog,
  method: 'get',
  path: '/request-logs/{id}',
  market: 'platform',
  summary: 'Read a request log',
  description: 'One request with its redacted bodies.',
  status: 200,
  errors: [],
  examples: [],
})
