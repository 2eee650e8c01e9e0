import { stopMonitoring } from '#core/screening/subjects/manage.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: stopMonitoring,
  method: 'delete',
  path: '/sanctions/monitored/{id}',
  market: 'stablecoins',
  summary: 'Stop monitoring a subject',
  description: 'Ends the monitoring and destroys what was kept of the subject for it. The checks that were made stay.',
  status: 200,
  errors: [],
  examples: [],
})
