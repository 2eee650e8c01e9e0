import { listExceptions } from '#core/screening/exceptions/manage.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: listExceptions,
  method: 'get',
  path: '/exceptions',
  market: 'stablecoins',
  summary: 'List exceptions',
  description: 'False-positive decisions, newest first.',
  status: 200,
  errors: ['invalid_cursor'],
  examples: [],
})
