import { listOfferings } from '#core/securities/offerings/read.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: listOfferings,
  method: 'get',
  path: '/offerings',
  market: 'securities',
  summary: 'List offerings',
  description: 'Your offerings, newest first, with filters and a stable cursor.',
  functionName: 'offerings-list',
  status: 200,
  errors: ['invalid_cursor'],
  scenarios: ['list_empty'],
  examples: [],
})
