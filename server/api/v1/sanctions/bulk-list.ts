import { listBulkScreenings } from '#core/screening/screenings/bulk/manage.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: listBulkScreenings,
  method: 'get',
  path: '/sanctions/bulk',
  market: 'stablecoins',
  summary: 'List bulk screenings',
  description: 'Files sent for screening, newest first.',
  status: 200,
  errors: ['invalid_cursor'],
  examples: [],
})
