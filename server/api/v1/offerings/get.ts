import { getOffering, getOfferingQuery } from '#core/offerings/read.ts'
import { defineOperation } from '../../../operation.ts'
import { idParams } from '../_responses.ts'
import { offering } from '../_securities.ts'

export default defineOperation({
  id: 'offerings.get',
  method: 'get',
  path: '/offerings/{id}',
  market: 'securities',
  summary: 'Read an offering',
  description: 'One offering; with expand[]=holders_summary also who holds it, at any date.',
  permission: 'offerings.read',
  params: idParams('Offering id, off_…'),
  query: getOfferingQuery,
  response: offering,
  status: 200,
  errors: [],
  examples: [],
  handler: ({ ctx, params, query }) => getOffering({ ctx, input: { ...params, ...query } }),
})
