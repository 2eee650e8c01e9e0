import { endSupportAccess } from '#core/access/support/grants.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: endSupportAccess,
  method: 'delete',
  path: '/support-grants/{id}',
  market: 'platform',
  summary: 'End or decline support access',
  description: 'At once: whoever looks sees nothing from the next request on. What is only asked for is declined.',
  status: 200,
  errors: ['invalid_transition'],
  examples: [],
})
