import { listStatements } from '#core/markets/reserves/read.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: listStatements,
  method: 'get',
  path: '/stablecoins/reserve-statements',
  market: 'stablecoins',
  summary: 'List reserve statements',
  description: 'Your statements, newest first, with every version of each month.',
  status: 200,
  errors: ['invalid_cursor'],
  examples: [],
})
