import { getOffering } from '#core/securities/offerings/read.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: getOffering,
  method: 'get',
  path: '/offerings/{id}',
  market: 'securities',
  summary: 'Read an offering',
  description: 'One offering; with expand[]=holders_summary also who holds it, at any date.',
  status: 200,
  errors: [],
  examples: [],
})
