import { changeOfferingStatus } from '#core/securities/offerings/change-status.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: changeOfferingStatus,
  fixed: { to: 'closed' },
  id: 'offerings.close',
  method: 'post',
  path: '/offerings/{id}/close',
  market: 'securities',
  summary: 'Close an offering',
  description: 'For good. Refused while an investment waits to be decided.',
  status: 200,
  errors: ['invalid_transition', 'conflict'],
  examples: [{ name: 'close', summary: 'Close it', response: { success: true, status: 'closed' } }],
})
