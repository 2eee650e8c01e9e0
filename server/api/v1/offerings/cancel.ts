import { cancelOffering } from '#core/securities/offerings/cancel.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: cancelOffering,
  method: 'post',
  path: '/offerings/{id}/cancel',
  market: 'securities',
  summary: 'Cancel an offering',
  description:
    'For good. A draft, or one that waits for its terms, is cancelled at once. For one that is open or paused this is the first word: it opens a case (cancellation_case_id) in which another person of your organisation agrees or not; in the sandbox another key may. Refused with conflict while an investment is neither refunded nor cancelled, with how many stand in the way. A cancelled offering takes no investments and issues no tokens; offering.closed tells it, with status cancelled.',
  status: 200,
  errors: ['invalid_transition', 'conflict'],
  examples: [
    {
      name: 'cancel',
      summary: 'Cancel it',
      request: { note: 'The project was given up before anybody invested.' },
      response: { success: true },
    },
  ],
})
