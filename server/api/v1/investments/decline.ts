import { declineInvestment } from '#core/securities/investments/decide.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: declineInvestment,
  method: 'post',
  path: '/investments/{id}/decline',
  market: 'securities',
  summary: 'Decline an investment',
  description: 'Rejects an investment that waits. It holds no place and adds no fee.',
  status: 200,
  errors: ['invalid_transition'],
  examples: [
    {
      name: 'decline',
      summary: 'Decline an investment',
      request: { note: 'The investor withdrew by telephone.' },
      response: { success: true, status: 'rejected' },
    },
  ],
})
