import { getHoldingAct } from '#core/securities/holdings/list-acts.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: getHoldingAct,
  method: 'get',
  path: '/holdings/acts/{id}',
  market: 'securities',
  summary: 'Read an act on a holding',
  description: 'One freeze, lifting, forced transfer or move of a wallet, with what came of it.',
  status: 200,
  errors: [],
  examples: [],
})
