import { listCases } from '#core/review/cases/list.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: listCases,
  method: 'get',
  path: '/cases',
  market: 'platform',
  summary: 'List cases',
  description: 'The review queue: what waits for a person, most urgent first, in an order that is the same for everybody.',
  status: 200,
  errors: ['invalid_cursor'],
  examples: [],
})
