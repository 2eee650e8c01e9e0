import { cancelBulkScreening } from '#core/screening/screenings/bulk/manage.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: cancelBulkScreening,
  method: 'post',
  path: '/sanctions/bulk/{id}/cancel',
  market: 'stablecoins',
  summary: 'Cancel a bulk screening',
  description: 'Ends the work and destroys the file and what was found so far.',
  emptyBody: true,
  status: 200,
  errors: ['invalid_transition'],
  examples: [{ name: 'stop', summary: 'Stop a running screening', request: {}, response: { success: true } }],
})
