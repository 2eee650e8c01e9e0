import { getInvestment } from '#core/investments/read.ts'
import { defineOperation } from '../../../operation.ts'
import { idParams } from '../_responses.ts'
import { investment } from '../_securities.ts'

export default defineOperation({
  id: 'investments.get',
  method: 'get',
  path: '/investments/{id}',
  market: 'securities',
  summary: 'Read an investment',
  description: 'One investment as it stands, with its last decision.',
  permission: 'investments.read',
  params: idParams('Investment id, ivs_…'),
  response: investment,
  status: 200,
  errors: [],
  examples: [],
  handler: ({ ctx, params }) => getInvestment({ ctx, input: params }),
})
