import { getInvestor } from '#core/securities/investors/read.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: getInvestor,
  method: 'get',
  path: '/investors/{id}',
  market: 'securities',
  summary: 'Read an investor',
  description: 'One investor.',
  status: 200,
  errors: [],
  examples: [],
})
