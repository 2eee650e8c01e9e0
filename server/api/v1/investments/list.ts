import { listInvestments } from '#core/securities/investments/read.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: listInvestments,
  method: 'get',
  path: '/investments',
  market: 'securities',
  summary: 'List investments',
  description: 'Investments of one offering, one investor or all, newest first. status=pending are those that wait for a decision.',
  status: 200,
  errors: ['invalid_cursor'],
  examples: [],
})
