import { listMonitoredSubjects } from '#core/screening/subjects/manage.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: listMonitoredSubjects,
  method: 'get',
  path: '/sanctions/monitored',
  market: 'stablecoins',
  summary: 'List monitored subjects',
  description: 'Subjects of checks with `monitor: true`, newest first. They are screened again whenever a list changes.',
  status: 200,
  errors: ['invalid_cursor'],
  examples: [],
})
