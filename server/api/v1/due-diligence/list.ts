import { listDueDiligence } from '#core/identity/due-diligence/manage.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: listDueDiligence,
  method: 'get',
  path: '/due-diligence',
  market: 'stablecoins',
  summary: 'List files of due diligence',
  description: 'Newest first, of everybody or of one person.',
  status: 200,
  errors: ['invalid_cursor'],
  examples: [],
})
