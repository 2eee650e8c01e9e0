import { changeOfferingStatus } from '#core/securities/offerings/change-status.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: changeOfferingStatus,
  fixed: { to: 'paused' },
  id: 'offerings.pause',
  method: 'post',
  path: '/offerings/{id}/pause',
  market: 'securities',
  summary: 'Pause an offering',
  description: 'No investment is taken until it is opened again. No transfer is checked meanwhile; holdings stay as they are.',
  status: 200,
  errors: ['invalid_transition'],
  examples: [{ name: 'pause', summary: 'Pause it', response: { success: true, status: 'paused' } }],
})
