import { getHoldingAct } from '#core/holdings/list-acts.ts'
import { defineOperation } from '../../../operation.ts'
import { idParams } from '../_responses.ts'
import { holdingAct } from './_shape.ts'

export default defineOperation({
  id: 'holdings.acts_get',
  method: 'get',
  path: '/holdings/acts/{id}',
  market: 'securities',
  summary: 'Read an act on a holding',
  description: 'One freeze, lifting, forced transfer or move of a wallet, with what came of it.',
  permission: 'holdings.read',
  params: idParams('Id of the act, hac_…'),
  response: holdingAct,
  status: 200,
  errors: [],
  examples: [],
  handler: ({ ctx, params }) => getHoldingAct({ ctx, input: params }),
})
