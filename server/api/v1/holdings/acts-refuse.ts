import { refuseHoldingAct } from '#core/markets/holdings/settle-act.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: refuseHoldingAct,
  method: 'post',
  path: '/holdings/acts/{id}/refuse',
  market: 'securities',
  summary: 'Refuse an act on a holding',
  description: 'Ends what waits, without effect; also the move of a wallet in its 24 hours. Whoever asked may take it back so.',
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
})
