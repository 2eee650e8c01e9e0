import { changeOfferingStatus } from '#core/securities/offerings/change-status.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: changeOfferingStatus,
  fixed: { to: 'open' },
  id: 'offerings.open',
  method: 'post',
  path: '/offerings/{id}/open',
  market: 'securities',
  summary: 'Open an offering',
  description:
    'Opens a draft, or opens a paused offering again. Every rule of an opening decides; unless all allow, it answers compliance_denied with the decision and nothing changes.',
  status: 200,
  errors: ['invalid_transition', 'compliance_denied'],
  examples: [{ name: 'open', summary: 'Open it', response: { success: true, status: 'open' } }],
})
