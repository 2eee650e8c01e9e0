import { getInvestment } from '#core/securities/investments/read.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: getInvestment,
  method: 'get',
  path: '/investments/{id}',
  market: 'securities',
  summary: 'Read an investment',
  description: 'One investment as it stands, with its last decision.',
  status: 200,
  errors: [],
  examples: [],
})
