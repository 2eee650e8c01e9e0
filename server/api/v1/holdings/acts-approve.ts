import { approveHoldingAct } from '#core/markets/holdings/settle-act.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: approveHoldingAct,
  method: 'post',
  path: '/holdings/acts/{id}/approve',
  market: 'securities',
  summary: 'Approve an act on a holding',
  description:
    'By another person than the one who asked: a key counts as the person who made it. The act is carried out in the same moment, the move of a wallet when its 24 hours are over. What the rules refuse is `denied`, with its decision.',
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
})
