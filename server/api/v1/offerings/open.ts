import { changeOfferingStatus } from '#core/offerings/change-status.ts'
import { defineOperation } from '../../../operation.ts'
import { idParams } from '../_responses.ts'
import { offering } from '../_securities.ts'

export default defineOperation({
  id: 'offerings.open',
  method: 'post',
  path: '/offerings/{id}/open',
  market: 'securities',
  summary: 'Open an offering',
  description:
    'Opens a draft, or opens a paused offering again. Every rule of an opening decides; unless all allow, it answers compliance_denied with the decision and nothing changes.',
  permission: 'offerings.write',
  params: idParams('Offering id, off_…'),
  response: offering,
  status: 200,
  errors: ['invalid_transition', 'compliance_denied'],
  examples: [{ name: 'open', summary: 'Open it', response: { success: true, status: 'open' } }],
  handler: ({ ctx, params }) => changeOfferingStatus({ ctx, input: { ...params, to: 'open' } }),
})
