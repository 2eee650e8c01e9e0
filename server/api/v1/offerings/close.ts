import { changeOfferingStatus } from '#core/offerings/change-status.ts'
import { defineOperation } from '../../../operation.ts'
import { idParams } from '../_responses.ts'
import { offering } from '../_securities.ts'

export default defineOperation({
  id: 'offerings.close',
  method: 'post',
  path: '/offerings/{id}/close',
  market: 'securities',
  summary: 'Close an offering',
  description: 'For good. Refused while an investment waits to be decided.',
  permission: 'offerings.write',
  params: idParams('Offering id, off_…'),
  response: offering,
  status: 200,
  errors: ['invalid_transition', 'conflict'],
  examples: [{ name: 'close', summary: 'Close it', response: { success: true, status: 'closed' } }],
  handler: ({ ctx, params }) => changeOfferingStatus({ ctx, input: { ...params, to: 'closed' } }),
})
