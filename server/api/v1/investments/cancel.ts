import { cancelInvestment } from '#core/securities/investments/cancel.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: cancelInvestment,
  method: 'post',
  path: '/investments/{id}/cancel',
  market: 'securities',
  summary: 'Cancel an investment',
  description:
    'Calls off an investment that waits, or that is accepted with no token issued yet. Its amount leaves the raise, its place among the holders is free, its fee is taken back. Final. One that waits is also cancelled by itself when its reservation ends (reserved_until); cancel_reason says which. With tokens issued it is refused with conflict. Money is paid back where it was paid: this records that the investment ended.',
  status: 200,
  errors: ['invalid_transition', 'conflict'],
  examples: [
    {
      name: 'cancel',
      summary: 'Cancel an investment',
      request: { note: 'The investor withdrew within the cooling-off period.' },
      response: { success: true, status: 'cancelled' },
    },
  ],
})
