import { approveHoldingAct, settleActInput } from '#core/holdings/settle-act.ts'
import { defineOperation } from '../../../operation.ts'
import { idParams } from '../_responses.ts'
import { holdingAct } from './_shape.ts'

export default defineOperation({
  id: 'holdings.acts_approve',
  method: 'post',
  path: '/holdings/acts/{id}/approve',
  market: 'securities',
  summary: 'Approve an act on a holding',
  description:
    'By another person than the one who asked: a key counts as the person who made it. The act is carried out in the same moment, the move of a wallet when its 24 hours are over. What the rules refuse is `denied`, with its decision.',
  permission: 'holdings.write',
  params: idParams('Id of the act, hac_…'),
  body: settleActInput,
  response: holdingAct,
  status: 200,
  errors: [
    'invalid_transition',
    'second_person_required',
    'conflict',
    'same_address',
    'wallet_bound_to_other_person',
    'screening_unavailable',
  ],
  examples: [
    {
      name: 'seen',
      summary: 'Approve what a colleague asked for',
      request: { note: 'I have read the order.' },
      response: { success: true },
    },
  ],
  handler: ({ ctx, params, body }) => approveHoldingAct({ ctx, input: { ...params, ...body } }),
})
