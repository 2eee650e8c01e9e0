import { listFees } from '#core/securities/fees/list-entries.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: listFees,
  method: 'get',
  path: '/offerings/{id}/fees',
  market: 'securities',
  summary: 'List the fees of an offering',
  description:
    'What each accepted investment added to the fee and to the raise, with the running totals, newest first. A refund is an entry against it.',
  status: 200,
  errors: [],
  examples: [],
})
