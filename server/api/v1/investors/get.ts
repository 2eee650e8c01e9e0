import { getInvestor } from '#core/investors/read.ts'
import { defineOperation } from '../../../operation.ts'
import { idParams } from '../_responses.ts'
import { investor } from '../_securities.ts'

export default defineOperation({
  id: 'investors.get',
  method: 'get',
  path: '/investors/{id}',
  market: 'securities',
  summary: 'Read an investor',
  description: 'One investor.',
  permission: 'investors.read',
  params: idParams('Investor id, inv_…'),
  response: investor,
  status: 200,
  errors: [],
  examples: [],
  handler: ({ ctx, params }) => getInvestor({ ctx, input: params }),
})
