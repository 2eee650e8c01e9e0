import { listHoldingActs } from '#core/securities/holdings/list-acts.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: listHoldingActs,
  method: 'get',
  path: '/holdings/acts',
  market: 'securities',
  summary: 'List acts on holdings',
  description: 'Freezes, their lifting, forced transfers and moves of wallets, newest first: who asked, who approved, on what ground.',
  status: 200,
  errors: ['invalid_cursor'],
  examples: [],
})
