import { getMonitoredSubject } from '#core/screening/subjects/manage.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: getMonitoredSubject,
  method: 'get',
  path: '/sanctions/monitored/{id}',
  market: 'stablecoins',
  summary: 'Read a monitored subject',
  description: 'What the last screening of this subject found.',
  status: 200,
  errors: [],
  examples: [],
})
