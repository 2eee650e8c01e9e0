import { refuseHoldingAct, settleActInput } from '#core/holdings/settle-act.ts'
import { defineOperation } from '../../../operation.ts'
import { idParams } from '../_responses.ts'
import { holdingAct } from './_shape.ts'

export default defineOperation({
  id: 'holdings.acts_refuse',
  method: 'post',
  path: '/holdings/acts/{id}/refuse',
  market: 'securities',
  summary: 'Refuse an act on a holding',
  description: 'Ends what waits, without effect; also the move of a wallet in its 24 hours. Whoever asked may take it back so.',
  permission: 'holdings.write',
  params: idParams('Id of the act, hac_…'),
  body: settleActInput,
  response: holdingAct,
  status: 200,
  errors: ['invalid_transition'],
  examples: [
    {
      name: 'not_enough',
      summary: 'Refuse what a colleague asked for',
      request: { note: 'The order names another offering.' },
      response: { success: true },
    },
  ],
  handler: ({ ctx, params, body }) => refuseHoldingAct({ ctx, input: { ...params, ...body } }),
})
