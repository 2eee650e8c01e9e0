import { changeOfferingStatus } from '#core/offerings/change-status.ts'
import { defineOperation } from '../../../operation.ts'
import { idParams } from '../_responses.ts'
import { offering } from '../_securities.ts'

export default defineOperation({
  id: 'offerings.pause',
  method: 'post',
  path: '/offerings/{id}/pause',
  market: 'securities',
  summary: 'Pause an offering',
  description: 'No investment is taken until it is opened again. No transfer is checked meanwhile; holdings stay as they are.',
  permission: 'offerings.write',
  params: idParams('Offering id, off_…'),
  response: offering,
  status: 200,
  errors: ['invalid_transition'],
  examples: [{ name: 'pause', summary: 'Pause it', response: { success: true, status: 'paused' } }],
  handler: ({ ctx, params }) => changeOfferingStatus({ ctx, input: { ...params, to: 'paused' } }),
})
