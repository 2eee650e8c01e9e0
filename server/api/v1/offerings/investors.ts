import { listOfferingInvestors } from '#core/securities/investors/list.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: listOfferingInvestors,
  method: 'get',
  path: '/offerings/{id}/investors',
  market: 'securities',
  summary: 'List the investors of an offering',
  description: 'Who invested in it, with what each has in it: accepted, waiting, issued.',
  status: 200,
  errors: ['invalid_cursor'],
  examples: [],
})
